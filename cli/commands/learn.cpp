#include "cli/commands/learn.hpp"

#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {
namespace {

[[noreturn]] void become_learner(const std::string& command, std::vector<std::string> words) {
  std::error_code error;
  const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
  if (error) fail_as(ErrorKind::Runtime, command.c_str(), "cannot read /proc/self/exe");
  const std::string learner = (self.parent_path() / "isotypic-learn").string();
  words.insert(words.begin(), {"isotypic", command});
  std::vector<char*> argv;
  argv.reserve(words.size() + 1);
  for (std::string& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  execv(learner.c_str(), argv.data());
  fail_as(ErrorKind::Runtime, command.c_str(), "needs the program ", learner, ": ",
          std::strerror(errno), errno == ENOENT ? " (this build has no LibTorch)" : "");
}

}  // namespace

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
    command->callback([command, name = name] { become_learner(name, command->remaining()); });
  }
}

}  // namespace isotypic::cli
