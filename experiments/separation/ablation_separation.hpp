// Ablations of the training-free suite: the projector family and the number of blocks.
//
// Paper: appendix D, tables trainfree_projfamily and trainfree_blocksweep. One seed, no test: a
// pair is separated when its similarity is below 0.95.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/context.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::experiments {

struct AblationConfig {
  std::string encoder = "GIN";
  std::vector<std::string> readouts = {"isotypic", "linear", "linear_blocks", "sum"};
  std::int64_t blocks = 8;  ///< of the projector families
  std::vector<std::int64_t> sweep = {1, 2, 4, 8, 16, 32};
  std::int64_t seeds = 1;  ///< with more, the mean similarity counts
};

/// Nothing if stopped before the end.
[[nodiscard]] std::optional<report::Record> run_ablation_separation(const AblationConfig& config,
                                                                    const RunContext& context);

}  // namespace isotypic::experiments
