#include "cli/commands/smiles.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <memory>
#include <string>

#include "cli/options/checks.hpp"
#include "cli/terminal/interrupt.hpp"
#include "isotypic/smiles/convert.hpp"

namespace isotypic::cli {
namespace {

struct SmilesCommand {
  std::string table;
  std::string folder;
  SmilesOptions options;
};

/// Ctrl-C ends the work; nothing is left of the folder then.
void run_smiles(SmilesCommand& command) {
  const Interrupt interrupt("");
  command.options.stop = interrupt.token();
  const SmilesCounts counts = convert_smiles(command.table, command.folder, command.options);
  std::fprintf(stderr, "%s: %lld molecules with %lld atoms and %lld bonds\n",
               command.folder.c_str(), static_cast<long long>(counts.molecules),
               static_cast<long long>(counts.atoms), static_cast<long long>(counts.bonds));
}

}  // namespace

void add_smiles_command(CLI::App& app) {
  auto command = std::make_shared<SmilesCommand>();
  CLI::App* data = app.add_subcommand("data", "Data sets");
  data->require_subcommand(1);
  CLI::App* smiles = data->add_subcommand("smiles", smiles_about);
  smiles->footer(
      "Atoms and bonds get the features that OGB defines.\n\n"
      "Examples:\n"
      "  isotypic data smiles hiv.csv --target HIV_active --output DATA/hiv\n"
      "  isotypic train --data DATA --dataset hiv --encoder GINE --output model\n");
  smiles->add_option("FILE", command->table, "CSV file with a header, gzipped or not; -: stdin")
      ->required();
  smiles->add_option("--smiles", command->options.smiles, "The column of the SMILES")
      ->type_name("COLUMN")
      ->capture_default_str();
  smiles
      ->add_option("--target", command->options.targets,
                   "A column to predict; may be given several times. Empty cells are missing")
      ->type_name("COLUMN")
      ->allow_extra_args(false);
  smiles->add_option("-o,--output", command->folder, "The folder of the new data set")
      ->type_name("FOLDER")
      ->required()
      ->check(named_file());
  smiles->callback([command] { run_smiles(*command); });
}

}  // namespace isotypic::cli
