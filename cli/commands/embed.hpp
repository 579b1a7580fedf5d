// `isotypic embed`: training-free embeddings of the graphs of a file.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "isotypic/run/merge_parts.hpp"

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_embed(CLI::App& app);

/// Writes what `embed` would have written without shards.
run::PartSummary merge_embed(run::PartSet& parts, const std::string& file);

}  // namespace isotypic::cli
