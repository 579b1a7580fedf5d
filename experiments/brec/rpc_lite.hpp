// BREC, RPC-lite: for each pair a classifier learns which of the two graphs a relabelled copy is,
// and is tested on copies it has not seen.
//
// Paper: section 5.2, tables brec_rpclite_main, brec_ablation_projfamily and brec_blocksweep. What
// came out, and why: docs/results/brec.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/context.hpp"
#include "experiments/copy_classifier.hpp"
#include "experiments/separation/similarity.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

/// The isotypic readout with eight blocks, then all baselines.
[[nodiscard]] std::vector<ReadoutChoice> rpc_lite_readouts();

/// Those of the ablations: blocks 1, 2, ..., 32; the linear variants; mean.
[[nodiscard]] std::vector<ReadoutChoice> rpc_lite_ablations();

struct RpcLiteConfig {
  std::string encoder = "GIN";
  std::vector<ReadoutChoice> readouts = rpc_lite_readouts();
  std::int64_t seeds = 3;
  std::int64_t first_pair = 0;
  std::int64_t last_pair = brec_num_pairs - 1;
  std::int64_t stride = 1;         ///< 4: the 100 pairs of the ablations, 0, 4, 8, ...
  std::int64_t train_copies = 64;  ///< of each of the two graphs
  std::int64_t valid_copies = 32;
  std::int64_t test_copies = 128;
  CopyTraining training{.epochs = 200, .patience = 30};
  double solved_above = 0.95;  ///< test accuracy, for every seed
};

/// One seed, 20 pairs, two readouts.
[[nodiscard]] RpcLiteConfig quick_rpc_lite();

/// A job per readout, seed and pair. The permutations behind the copies of a graph are all
/// different, so the three parts are disjoint; they are keyed by (seed, pair).
///
/// Nothing if stopped before the end, or if only a shard was run.
[[nodiscard]] std::optional<report::Record> run_rpc_lite(const RpcLiteConfig& config,
                                                         const BrecData& data,
                                                         const RunContext& context);

/// What a terminal shows of the record: average accuracy and solved pairs by readout and category.
[[nodiscard]] std::vector<report::Table> rpc_lite_tables(const report::Record& record);

/// Adds averages and solved pairs by readout and category, and the paper's.
void add_rpc_lite_figures(report::Record& record, const RpcLiteConfig& config);

}  // namespace isotypic::experiments
