// The command line: the only place that prints, catches and exits.
//
// Exit codes: 0 success, 1 runtime failure, 2 wrong usage, 65 bad input data.

#include <CLI/CLI.hpp>
#include <iostream>

#include "cli/merge.hpp"
#include "cli/report.hpp"
#include "isotypic/error.hpp"

int main(int argc, char** argv) {
  CLI::App app("isotypic: the symmetry of graphs, and readouts that see it");
  app.require_subcommand(1);
  isotypic::cli::add_merge(app);
  isotypic::cli::add_report(app);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : 2;
  } catch (const isotypic::Error& error) {
    std::cerr << "isotypic: " << error.what() << '\n';
    return error.kind() == isotypic::ErrorKind::BadInput ? 65 : 1;
  }
  return 0;
}
