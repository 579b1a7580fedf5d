// `isotypic dedupe`: one graph per isomorphism class.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_dedupe(CLI::App& app);

}  // namespace isotypic::cli
