// `isotypic select`: the graphs of files that meet a condition.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_select(CLI::App& app);

}  // namespace isotypic::cli
