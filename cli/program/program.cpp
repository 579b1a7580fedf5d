#include "cli/program/program.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <csignal>
#include <exception>
#include <iostream>
#include <new>
#include <optional>

#include "cli/options/checks.hpp"
#include "cli/options/help_text.hpp"
#include "cli/program/error_text.hpp"
#include "cli/program/out_of_memory.hpp"
#include "cli/terminal/interrupt.hpp"
#include "isotypic/base/build_info.hpp"
#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {
namespace {

constexpr int exit_runtime = 1;
constexpr int exit_usage = 2;
constexpr int exit_bad_input = 65;  // EX_DATAERR of sysexits.h

std::string version_text() {
  return "isotypic " + build_version() + " (" + engine_name(SymmetryEngine::DenseNauty) + ", " +
         engine_name(SymmetryEngine::Traces) + ")";
}

int explain(const Error& error) {
  std::cerr << "isotypic: " << error_text(error) << '\n';
  // As a shell reports a process that the signal ended.
  if (error.kind() == ErrorKind::Cancelled && Interrupt::signal() != 0) {
    return 128 + Interrupt::signal();
  }
  return error.kind() == ErrorKind::BadInput ? exit_bad_input : exit_runtime;
}

/// The command that was called, as far as its words were understood.
const CLI::App& deepest_command(const CLI::App& app) {
  const CLI::App* deepest = &app;
  while (!deepest->get_subcommands().empty()) deepest = deepest->get_subcommands().front();
  return *deepest;
}

std::vector<std::string> command_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; })) {
    names.push_back(command->get_name());
  }
  return names;
}

std::vector<std::string> option_names(const CLI::App& app) {
  std::vector<std::string> names;
  for (const CLI::Option* option : app.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

/// What is wrong with words that no command or option takes, and what was probably meant.
std::string explain_unknown(const CLI::App& command, const std::vector<std::string>& words) {
  std::string text;
  for (const std::string& word : words) {
    const bool is_option = word.size() > 1 && word.front() == '-';
    // The values of an unknown option are no mistake of their own.
    if (!is_option && !text.empty()) continue;
    const std::string name = word.substr(0, word.find('='));
    if (is_option) {
      text += "There is no option " + name + did_you_mean(name, option_names(command)) + "\n";
    } else {
      text += "'" + word + "' was not expected\n";
    }
  }
  return text;
}

/// The first word that is no option, if no command has this name. CLI11 would take a later word,
/// such as the name of a folder, for the command.
std::optional<std::string> unknown_command(const CLI::App& app,
                                           const std::vector<std::string>& words) {
  const auto first = std::find_if(words.begin() + 1, words.end(),
                                  [](const std::string& word) { return !word.starts_with('-'); });
  if (first == words.end()) return std::nullopt;
  for (const std::string& name : command_names(app)) {
    if (equal_ignoring_case(name, *first)) return std::nullopt;
  }
  return *first;
}

int refuse_command(const CLI::App& command, const std::string& name) {
  std::cerr << "There is no command " << name << did_you_mean(name, command_names(command)) << '\n'
            << "Run with --help for more information.\n";
  return exit_usage;
}

int parse_and_run(const char* about, AddCommands add_commands, int argc, char** argv) {
  std::vector<std::string> words(argv, argv + argc);
  words.front() = "isotypic";
  CLI::App app(about);
  wrap_help(app);
  app.ignore_case();  // of the commands
  add_commands(app, words);
  app.name("isotypic");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  app.footer("`isotypic COMMAND --help` explains a command and gives examples.");
  if (const auto unknown = unknown_command(app, words)) return refuse_command(app, *unknown);
  try {
    app.parse(argc, argv);
  } catch (const CLI::RequiredError& error) {
    // CLI11 says that a command is missing, not that it does not know this one.
    const CLI::App& command = deepest_command(app);
    const std::vector<std::string> unknown = command.remaining();
    if (unknown.empty()) {
      if (argc == 1) std::cerr << app.help() << '\n';
      app.exit(error);
      return exit_usage;
    }
    return refuse_command(command, unknown.front());
  } catch (const CLI::ExtrasError&) {
    const CLI::App& command = deepest_command(app);
    std::cerr << explain_unknown(command, command.remaining())
              << "Run with --help for more information.\n";
    return exit_usage;
  } catch (const CLI::ParseError& error) {
    if (app.exit(error) != 0) return exit_usage;
    // --help and --version are all that was asked for.
    finish_output("main");
  }
  return 0;
}

/// A stream that the parent has closed must not become the next pipe or file that is opened. For
/// reading only: writing to it fails, as it would have.
void fill_closed_streams() {
  for (int stream = STDIN_FILENO; stream <= STDERR_FILENO; ++stream) {
    if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", O_RDONLY) != stream) return;
  }
}

int run_and_explain(const char* about, AddCommands add_commands, int argc, char** argv) {
  try {
    return parse_and_run(about, add_commands, argc, argv);
  } catch (const Error& error) {
    return explain(error);
  } catch (const std::bad_alloc&) {
    throw;
  } catch (const std::exception& error) {
    std::cerr << "isotypic: " << first_line(error.what()) << '\n';
    return exit_runtime;
  }
}

}  // namespace

int run_program(const char* about, AddCommands add_commands, int argc, char** argv) noexcept {
  // `isotypic inspect big.g6 | head -1` ends quietly, also where the parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  fill_closed_streams();
  expect_to_run_out_of_memory();
  int code = exit_runtime;
  try {
    code = run_and_explain(about, add_commands, argc, argv);
  } catch (const std::bad_alloc&) {  // also while an error was being explained
    std::cerr << "isotypic: out of memory\n";
  }
  if (code == 0 && memory_ran_out()) {
    std::cerr << "isotypic: out of memory: the result may be incomplete\n";
    code = exit_runtime;
  }
  end_as_intended();
  return code;
}

}  // namespace isotypic::cli
