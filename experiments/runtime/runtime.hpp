// Runtime: what the readout costs per graph, on random graphs and on BREC.
//
// Paper: appendix D.1.4 and D.2.1, figures runtime_er_scaling and runtime_brec_tail, tables
// runtime_brec_summary and runtime_brec_official_est.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/experiment.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

struct RuntimeConfig {
  /// The paper's sizes end at 224.
  std::vector<std::int64_t> sizes = {16,  32,  48,  64,  80,  96,  112, 128,
                                     160, 192, 224, 256, 384, 512, 768, 1024};
  double edge_probability = 0.1;
  std::int64_t graphs = 50;      ///< per size
  std::int64_t repetitions = 3;  ///< of every graph; the least time counts
  std::int64_t width = 64;       ///< of the node embeddings
  std::int64_t blocks = 8;
  std::uint64_t seed = 0;
  /// Seconds per BREC graph of the paper's recipe, made by bench/networkx_recipe.py; empty: none.
  std::filesystem::path recipe;
};

[[nodiscard]] const OptionFields<RuntimeConfig>& runtime_fields();

/// Sizes up to 128, ten graphs each.
[[nodiscard]] RuntimeConfig quick_runtime();

/// Times, one graph at a time: projectors (symmetry, orbitals, operator, eigenvectors) and
/// features apart. Seconds are those of the processor, so that a busy machine does not count.
/// Random graphs always; BREC unless `brec` is null.
///
/// Nothing if stopped before the end.
[[nodiscard]] std::optional<report::Record> run_runtime(const RuntimeConfig& config,
                                                        const BrecData* brec,
                                                        const RunContext& context);

/// The same; with BREC if context.data has it, and else a warning.
[[nodiscard]] Experiment runtime_experiment();

/// What a terminal shows of the record: by size, and quantiles and tail of BREC.
[[nodiscard]] std::vector<report::Table> runtime_tables(const report::Record& record);

/// Adds medians, quantiles, tails, the cost estimate, ratios to the recipe, and the paper's values.
/// Throws Error if the recipe's file cannot be read.
void add_runtime_figures(report::Record& record, const RuntimeConfig& config);

}  // namespace isotypic::experiments
