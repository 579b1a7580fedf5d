// `isotypic inspect`: the symmetry of every graph of a file.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_inspect(CLI::App& app);

}  // namespace isotypic::cli
