// The ladder: which pairs of graphs each rung tells apart, what it costs, and what symmetry saves.
//
// Not of the paper; nothing is trained. What came out: docs/results/ladder.md.
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include "experiments/experiment.hpp"
#include "isotypic/ladder/rungs.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

struct LadderConfig {
  std::filesystem::path brec;  ///< as load_brec takes it; empty: the suites only
  bool suites = true;          ///< the 36 pairs of the suite and the extended one
  Rung last = Rung::Complete;  ///< the last rung
  double rung_seconds = 0.0;   ///< limit for a rung of a graph; 0: none. What meets it counts as
                               ///< not told apart, and is counted
};

[[nodiscard]] const OptionFields<LadderConfig>& ladder_fields();

/// Both suites up to two marks.
[[nodiscard]] LadderConfig quick_ladder();

/// One row per pair, no tables. Uses `jobs`, `stop`, `command` and `on_preparation` of the context.
/// Nothing if stopped before the end. Throws Error for options that ladder_fields() does not
/// accept.
[[nodiscard]] std::optional<report::Record> run_ladder(const LadderConfig& config,
                                                       const RunContext& context);

/// The suites, and BREC if RunContext::data has it.
[[nodiscard]] Experiment ladder_experiment();

/// Pairs told apart by each rung, by family; and the cost of each rung.
[[nodiscard]] std::vector<report::Table> ladder_tables(const report::Record& record);

}  // namespace isotypic::experiments
