#include "cli/commands/learn.hpp"

#include <CLI/CLI.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/program/other_program.hpp"

namespace isotypic::cli {
void add_learning_commands(CLI::App& app) {
  const std::vector<std::pair<std::string, std::string>> commands = {
      {"train", train_about},
      {"cross-validate", cross_validate_about},
      {"predict", predict_about},
      {"reproduce", reproduce_about}};
  for (const auto& [name, about] : commands) {
    CLI::App* command = app.add_subcommand(name, about);
    command->prefix_command();
    command->set_help_flag();  // its help is isotypic-learn's
    command->callback([command, name = name] {
      become("isotypic-learn", {name}, command->remaining(), "this build has no LibTorch");
    });
  }
}

}  // namespace isotypic::cli
