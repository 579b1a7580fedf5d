// isotypic: all commands; those that need LibTorch are handed to isotypic-learn.

#include <CLI/CLI.hpp>

#include "cli/compare.hpp"
#include "cli/data.hpp"
#include "cli/embed.hpp"
#include "cli/explain.hpp"
#include "cli/generate.hpp"
#include "cli/inspect.hpp"
#include "cli/learn.hpp"
#include "cli/merge.hpp"
#include "cli/program.hpp"
#include "cli/report.hpp"

int main(int argc, char** argv) {
  using namespace isotypic::cli;
  CLI::App app("isotypic: the symmetry of graphs, and readouts that see it");
  add_generate(app);
  add_inspect(app);
  add_embed(app);
  add_compare(app);
  add_explain(app);
  add_data(app);
  add_merge(app);
  add_report(app);
  add_learning_commands(app);
  return run_program(app, argc, argv);
}
