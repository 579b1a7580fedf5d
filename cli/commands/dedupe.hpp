// `isotypic dedupe`: one graph per isomorphism class.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "isotypic/run/merge_parts.hpp"

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_dedupe(CLI::App& app);

/// Writes what `dedupe` would have written without shards.
run::PartSummary merge_dedupe(run::PartSet& parts, const std::string& file);

}  // namespace isotypic::cli
