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

namespace {

void add_commands(CLI::App& app, const std::vector<std::string>& /*words*/) {
  using namespace isotypic::cli;
  add_generate(app);
  add_inspect(app);
  add_embed(app);
  add_compare(app);
  add_explain(app);
  add_data(app);
  add_merge(app);
  add_report(app);
  add_learning_commands(app);
}

}  // namespace

int main(int argc, char** argv) {
  return isotypic::cli::run_program("isotypic: the symmetry of graphs, and readouts that see it",
                                    add_commands, argc, argv);
}
