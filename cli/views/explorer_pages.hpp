// From files of graphs to the explorer's page, for `explore` and `serve`.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "cli/options/ladder_options.hpp"
#include "cli/streams/graph_stream.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

struct ExplorerInput {
  StreamOptions stream;
  SymmetryOptions symmetry;
  LadderChoice ladder{.last = Rung::TwoMarks};
  std::string features;  ///< as of `explain`; empty: none
  std::int64_t rounds = 0;
  std::string title;  ///< empty: the names of the files
};

/// FILE... (not required), the options of a stream, of symmetry and of the ladder, --features,
/// --rounds, --title.
void add_explorer_options(CLI::App& command, ExplorerInput& input);

enum class PageUse { File, Live };

struct ExplorerResult {
  std::string page;
  std::int64_t num_graphs = 0;
  StreamSummary summary;
};

/// Views all graphs and compares them. Throws Error for a graph or page that is too large.
[[nodiscard]] ExplorerResult make_explorer_page(const char* command, const ExplorerInput& input,
                                                PageUse use);

}  // namespace isotypic::cli
