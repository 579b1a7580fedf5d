// `isotypic inspect`: the symmetry of every graph of a file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "isotypic/run/merge_parts.hpp"

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_inspect(CLI::App& app);

/// Writes what `inspect` would have written without shards.
run::PartSummary merge_inspect(run::PartSet& parts, const std::string& file);

}  // namespace isotypic::cli
