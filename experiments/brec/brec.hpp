// BREC, official protocol: 400 pairs, a model trained for each, judged by Hotelling's T^2.
//
// Paper: appendix D.2, table brec_official_partial (the first 260 pairs). What came out, and why:
// docs/results/brec.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/brec/brec_pair.hpp"
#include "experiments/brec/brec_selection.hpp"
#include "experiments/experiment.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

struct BrecConfig {
  BrecSelection selection{.seeds = 10};  ///< no readouts: isotypic and sum
  double threshold = 72.34;              ///< of T^2
  BrecProtocol protocol;
};

[[nodiscard]] const OptionFields<BrecConfig>& brec_fields();

/// The readouts of a run.
[[nodiscard]] std::vector<ReadoutChoice> readouts_of(const BrecConfig& config);

/// One seed, and 20 pairs.
[[nodiscard]] BrecConfig quick_brec();

/// A job per readout, seed and pair. Copies are those of brec_v3.npy where `data` has them, and
/// else 32 relabellings keyed by (seed, pair).
///
/// Nothing if stopped before the end, or if only a shard was run.
[[nodiscard]] std::optional<report::Record> run_brec(const BrecConfig& config, const BrecData& data,
                                                     const RunContext& context);

/// The same on the data in context.data.
[[nodiscard]] Experiment brec_experiment();

/// What a terminal shows of the record: by category, beside published results, and why pairs
/// were not told apart.
[[nodiscard]] std::vector<report::Table> brec_tables(const report::Record& record);

/// Adds counts by category for each of the readouts, and the paper's.
void add_brec_figures(report::Record& record, const BrecConfig& config,
                      const std::vector<ReadoutChoice>& readouts);

}  // namespace isotypic::experiments
