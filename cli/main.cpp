// isotypic: all commands; those that need LibTorch are handed to isotypic-learn.

#include <CLI/CLI.hpp>

#include "cli/commands/compare.hpp"
#include "cli/commands/data.hpp"
#include "cli/commands/dedupe.hpp"
#include "cli/commands/draw.hpp"
#include "cli/commands/embed.hpp"
#include "cli/commands/explain.hpp"
#include "cli/commands/explore.hpp"
#include "cli/commands/generate.hpp"
#include "cli/commands/group.hpp"
#include "cli/commands/inspect.hpp"
#include "cli/commands/ladder.hpp"
#include "cli/commands/learn.hpp"
#include "cli/commands/merge.hpp"
#include "cli/commands/report.hpp"
#include "cli/commands/select.hpp"
#include "cli/program/program.hpp"

namespace {

void add_commands(CLI::App& app, const std::vector<std::string>& /*words*/) {
  using namespace isotypic::cli;
  add_generate(app);
  add_inspect(app);
  add_draw(app);
  add_group(app);
  add_dedupe(app);
  add_select(app);
  add_embed(app);
  add_compare(app);
  add_ladder(app);
  add_explain(app);
  add_explore(app);
  add_serve(app);
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
