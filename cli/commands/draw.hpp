// isotypic draw: pictures of graphs.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

inline constexpr const char* draw_about =
    "Draw graphs as SVG or PNG, coloured by symmetry; several become one sheet";

void add_draw(CLI::App& app);

}  // namespace isotypic::cli
