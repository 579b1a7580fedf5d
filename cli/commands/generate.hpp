// `isotypic generate`: graphs of a named family as graph6.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_generate(CLI::App& app);

}  // namespace isotypic::cli
