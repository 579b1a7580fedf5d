// `isotypic explore` and `isotypic serve`: graphs in the browser.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommands to `app`; they run when parsed. In a build without the explorer they say
/// what it lacks.
void add_explore(CLI::App& app);
void add_serve(CLI::App& app);

}  // namespace isotypic::cli
