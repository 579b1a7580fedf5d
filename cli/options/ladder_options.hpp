// The options of commands that climb the ladder.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "isotypic/ladder/rungs.hpp"

namespace isotypic::cli {

struct LadderChoice {
  Rung last = Rung::Complete;
  double seconds = 10.0;                         ///< for a rung of a graph; 0 is no limit
  std::int64_t max_representatives = 5'000'000;  ///< of a rung of a graph; 0 is no limit
};

/// --max-rung, --rung-limit, --max-copies.
void add_ladder_options(CLI::App& command, LadderChoice& choice);

/// With the colours of nodes that the command was asked to respect.
[[nodiscard]] LadderOptions ladder_options(const LadderChoice& choice, bool node_colours);

}  // namespace isotypic::cli
