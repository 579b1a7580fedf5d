// `isotypic explain`: where the energy of an embedding lies and what pooling destroys.
#pragma once

#include <CLI/CLI.hpp>

namespace isotypic::cli {

/// Adds the subcommand to `app`; it runs when parsed.
void add_explain(CLI::App& app);

}  // namespace isotypic::cli
