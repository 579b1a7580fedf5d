// The command line: the only place that prints, catches and exits.
//
// Exit codes: 0 success, 1 runtime failure, 2 wrong usage, 65 bad input data.

#include <CLI/CLI.hpp>

#include "cli/generate.hpp"

int main(int argc, char** argv) {
  CLI::App app("isotypic: the symmetry of graphs, and readouts that see it");
  app.require_subcommand(1);
  isotypic::cli::add_generate(app);
  CLI11_PARSE(app, argc, argv);
  return 0;
}
