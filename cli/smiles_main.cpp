// isotypic-smiles: the command that needs RDKit. Called by isotypic; its words are the same.

#include <CLI/CLI.hpp>

#include "cli/commands/smiles.hpp"
#include "cli/program/program.hpp"

namespace {

void add_commands(CLI::App& app, const std::vector<std::string>& /*words*/) {
  isotypic::cli::add_smiles_command(app);
}

}  // namespace

int main(int argc, char** argv) {
  return isotypic::cli::run_program("isotypic: molecules from SMILES", add_commands, argc, argv);
}
