// `isotypic data smiles`: a table of SMILES becomes a data set. In the program isotypic-smiles.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

/// What the command does, as both programs say it.
inline constexpr const char* smiles_about = "Make a data set of a CSV file with a column of SMILES";

/// Adds `data smiles`.
void add_smiles_command(CLI::App& app);

}  // namespace isotypic::cli
