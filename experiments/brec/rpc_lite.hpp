// BREC, RPC-lite: for each pair a classifier learns which of the two graphs a relabelled copy is,
// and is tested on copies it has not seen.
//
// Paper: section 5.2, tables brec_rpclite_main, brec_ablation_projfamily and brec_blocksweep. What
// came out, and why: docs/results/brec.md.
#pragma once

#include <array>
#include <optional>
#include <utility>
#include <vector>

#include "experiments/brec/brec_selection.hpp"
#include "experiments/copy_classifier.hpp"
#include "experiments/experiment.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

/// The isotypic readout with eight blocks, then all baselines.
[[nodiscard]] std::vector<ReadoutChoice> rpc_lite_readouts();

/// Those of the ablations: blocks 1, 2, ..., 32; the linear variants; mean.
[[nodiscard]] std::vector<ReadoutChoice> rpc_lite_ablations();

/// The readouts that run if none are named.
enum class RpcLiteReadouts {
  Main,       ///< rpc_lite_readouts()
  Ablations,  ///< rpc_lite_ablations()
  Quick,      ///< isotypic and sum
};

struct RpcLiteConfig {
  BrecSelection selection{.seeds = 3};
  RpcLiteReadouts readouts = RpcLiteReadouts::Main;
  std::int64_t stride = 1;         ///< 4: the pairs 0, 4, 8, ..., as many as in the ablations
  std::int64_t train_copies = 64;  ///< of each of the two graphs
  std::int64_t valid_copies = 32;
  std::int64_t test_copies = 128;
  CopyTraining training{.settings = {.epochs = 200, .patience = 30}};
  double solved_above = 0.95;  ///< test accuracy, for every seed
};

[[nodiscard]] const OptionFields<RpcLiteConfig>& rpc_lite_fields();

/// The readouts of a run.
[[nodiscard]] std::vector<ReadoutChoice> readouts_of(const RpcLiteConfig& config);

/// One seed, 20 pairs, two readouts.
[[nodiscard]] RpcLiteConfig quick_rpc_lite();

/// A job per readout, seed and pair. The permutations behind the copies of a graph are all
/// different, so the three parts are disjoint; they are keyed by (seed, pair).
///
/// Nothing if stopped before the end, or if only a shard was run.
[[nodiscard]] std::optional<report::Record> run_rpc_lite(const RpcLiteConfig& config,
                                                         const BrecData& data,
                                                         const RunContext& context);

/// The same on the data in context.data.
[[nodiscard]] Experiment rpc_lite_experiment();

/// What a terminal shows of the record: average accuracy and solved pairs by readout and category.
[[nodiscard]] std::vector<report::Table> rpc_lite_tables(const report::Record& record);

/// Adds averages and solved pairs by readout and category, and the paper's.
void add_rpc_lite_figures(report::Record& record, const RpcLiteConfig& config);

}  // namespace isotypic::experiments

namespace isotypic {

template <>
struct EnumNames<experiments::RpcLiteReadouts> {
  static constexpr const char* what = "set of readouts";
  static constexpr std::array<std::pair<experiments::RpcLiteReadouts, const char*>, 3> table = {
      {{experiments::RpcLiteReadouts::Main, "main"},
       {experiments::RpcLiteReadouts::Ablations, "ablations"},
       {experiments::RpcLiteReadouts::Quick, "quick"}}};
};

}  // namespace isotypic
