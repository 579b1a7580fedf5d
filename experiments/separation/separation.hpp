// Separation: do untrained models tell pairs of graphs apart that 1-WL cannot?
//
// Paper: section 5.1, tables trainfree_main and tf_family_gin. What came out, and why:
// docs/results/separation.md.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/experiment.hpp"
#include "experiments/settings.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

/// A pair is separated when its mean similarity over the seeds is below this, and the one-sided
/// one-sample t-test against 1 is significant at significance_level, corrected by Holm's method
/// over the pairs of its suite.
inline constexpr double similarity_threshold = 0.95;
inline constexpr double significance_level = 0.05;

struct SeparationConfig {
  std::vector<nn::LayerKind> encoders = encoder_kinds();
  std::vector<std::string> readouts = all_readout_names();
  std::vector<std::string> families;  ///< empty: all
  std::int64_t blocks = 8;            ///< B; a second column always has all blocks
  std::int64_t seeds = 10;
  bool extended = false;  ///< also the extended suite, reported apart
};

/// Three seeds.
[[nodiscard]] SeparationConfig quick_separation();

/// The options; families are those of both suites.
[[nodiscard]] const OptionFields<SeparationConfig>& separation_fields();

/// Nothing if stopped before the end. Throws Error if the options are out of range.
[[nodiscard]] std::optional<report::Record> run_separation(const SeparationConfig& config,
                                                           const RunContext& context);

/// What a terminal shows of the record: by readout, by family, and the pairs that the isotypic
/// readout does not separate, with the reason.
[[nodiscard]] std::vector<report::Table> separation_tables(const report::Record& record);

[[nodiscard]] Experiment separation_experiment();

/// Adds the values of tables trainfree_main and tf_family_gin, if the settings are the paper's.
void add_paper_values(report::Record& record, const SeparationConfig& config);

/// Adds the plot and the drawn graphs.
void add_illustrations(report::Record& record, const SeparationConfig& config);

/// "4 4 2 1 1", cut after `limit` numbers.
[[nodiscard]] std::string dimensions_text(const std::vector<std::int64_t>& numbers,
                                          std::size_t limit);

/// Draws the graphs of a pair, coloured by the first basis vector of their first block.
[[nodiscard]] std::vector<report::GraphPicture> pair_pictures(const GraphPair& pair);

}  // namespace isotypic::experiments
