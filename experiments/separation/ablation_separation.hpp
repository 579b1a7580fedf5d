// Ablations of the training-free suite: the projector family and the number of blocks.
//
// Paper: appendix D, tables trainfree_projfamily and trainfree_blocksweep. One seed, no test: a
// pair is separated when its similarity is below 0.95.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/settings.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::experiments {

struct AblationConfig {
  nn::LayerKind encoder = nn::LayerKind::Gin;
  std::vector<std::string> readouts = {"isotypic", "linear", "linear_blocks", "sum"};
  std::int64_t blocks = 8;  ///< of the projector families
  std::vector<std::int64_t> sweep = {1, 2, 4, 8, 16, 32};
  std::int64_t seeds = 1;  ///< with more, the mean similarity counts
};

[[nodiscard]] const OptionFields<AblationConfig>& ablation_fields();

/// Nothing if stopped before the end.
[[nodiscard]] std::optional<report::Record> run_ablation_separation(const AblationConfig& config,
                                                                    const RunContext& context);

[[nodiscard]] Experiment ablation_separation_experiment();

}  // namespace isotypic::experiments
