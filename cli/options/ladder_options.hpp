// The options of commands that climb the ladder.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/options/options.hpp"
#include "isotypic/ladder/rungs.hpp"

namespace isotypic::cli {

struct LadderChoice {
  Rung last = Rung::Complete;
  TimeLimit rung_limit = std::chrono::seconds(10);
  std::int64_t max_representatives = 5'000'000;  ///< of a rung of a graph; 0 is no limit
};

/// --max-rung, --rung-limit, --max-copies.
void add_ladder_options(CLI::App& command, LadderChoice& choice);

/// With the colours of nodes that the command was asked to respect, and its limit of the search.
[[nodiscard]] LadderOptions ladder_options(const LadderChoice& choice,
                                           const SymmetryOptions& symmetry);

}  // namespace isotypic::cli
