// `isotypic compare`: the features of two graphs, channel by channel.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_compare(CLI::App& app);

}  // namespace isotypic::cli
