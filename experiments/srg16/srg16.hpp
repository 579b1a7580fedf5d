// SRG-16: the rook's graph against the Shrikhande graph, learnt from relabelled copies.
//
// Both are strongly regular with parameters (16, 6, 2, 2), so message passing from constant
// features gives every node of both graphs one and the same embedding: whatever pools a multiset
// of embeddings sees nothing. Paper: section 5.2, table srg16_main.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/copy_classifier.hpp"
#include "experiments/experiment.hpp"
#include "experiments/settings.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::experiments {

struct Srg16Config {
  std::vector<nn::LayerKind> encoders = encoder_kinds();
  std::vector<std::string> readouts = readout_names();
  std::int64_t seeds = 1;      ///< trainings per encoder and readout
  std::int64_t copies = 5000;  ///< per class
  std::int64_t blocks = 8;
  CopyTraining training;
};

[[nodiscard]] const OptionFields<Srg16Config>& srg16_fields();

/// A size for tests: 100 copies per class, at most 30 epochs.
[[nodiscard]] Srg16Config quick_srg16();

/// Trains every encoder with every readout on 80 % of the copies; the figures are the accuracies
/// on the last 10 %. The isotypic readout and sum come first, so that a run that was stopped early
/// has something to say. With a journal, finished trainings are kept in it and unfinished ones in
/// checkpoints beside it.
///
/// Nothing if stopped before the end.
[[nodiscard]] std::optional<report::Record> run_srg16(const Srg16Config& config,
                                                      const RunContext& context);

[[nodiscard]] Experiment srg16_experiment();

}  // namespace isotypic::experiments
