// `isotypic embed`: training-free embeddings of the graphs of a file.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_embed(CLI::App& app);

}  // namespace isotypic::cli
