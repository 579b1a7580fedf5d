// isotypic ladder: graphs sorted into classes, rung by rung.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

void add_ladder(CLI::App& app);

}  // namespace isotypic::cli
