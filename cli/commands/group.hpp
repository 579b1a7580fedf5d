// `isotypic group`: the automorphism group of every graph, to compute with.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_group(CLI::App& app);

}  // namespace isotypic::cli
