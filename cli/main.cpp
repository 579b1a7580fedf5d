// The command line: the only place that prints, catches and exits.
//
// Exit codes: 0 success, 1 runtime failure, 2 wrong usage, 65 bad input data, 130 Ctrl-C.

#include <CLI/CLI.hpp>
#include <csignal>
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "cli/compare.hpp"
#include "cli/embed.hpp"
#include "cli/explain.hpp"
#include "cli/generate.hpp"
#include "cli/inspect.hpp"
#include "cli/merge.hpp"
#include "cli/report.hpp"
#include "cli/reproduce.hpp"
#include "cli/version.hpp"
#include "isotypic/error.hpp"

namespace isotypic::cli {
namespace {

constexpr int exit_runtime = 1;
constexpr int exit_usage = 2;
constexpr int exit_bad_input = 65;  // EX_DATAERR of sysexits.h

int explain(const Error& error) {
  std::cerr << "isotypic: " << error.reason() << '\n';
  return error.kind() == ErrorKind::BadInput ? exit_bad_input : exit_runtime;
}

int run(int argc, char** argv) {
  CLI::App app("isotypic: the symmetry of graphs, and readouts that see it");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(1);
  add_generate(app);
  add_inspect(app);
  add_embed(app);
  add_compare(app);
  add_explain(app);
  add_merge(app);
  add_report(app);
#ifdef ISOTYPIC_HAS_EXPERIMENTS
  std::vector<std::string> words(argv, argv + argc);
  words.front() = "isotypic";
  add_reproduce(app, words);
#endif
  app.footer("`isotypic COMMAND --help` explains a command and gives examples.");
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : exit_usage;
  } catch (const Error& error) {
    return explain(error);
  } catch (const std::bad_alloc&) {
    std::cerr << "isotypic: out of memory\n";
    return exit_runtime;
  } catch (const std::exception& error) {
    std::cerr << "isotypic: " << error.what() << '\n';
    return exit_runtime;
  }
  return 0;
}

}  // namespace
}  // namespace isotypic::cli

int main(int argc, char** argv) {
  // `isotypic inspect big.g6 | head -1` ends quietly, also where the parent ignores the signal.
  std::signal(SIGPIPE, SIG_DFL);
  return isotypic::cli::run(argc, argv);
}
