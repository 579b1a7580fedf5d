// isotypic-learn: the commands that need LibTorch. Called by isotypic; its words are the same.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/program.hpp"
#include "cli/reproduce.hpp"

int main(int argc, char** argv) {
  using namespace isotypic::cli;
  std::vector<std::string> words(argv, argv + argc);
  words.front() = "isotypic";
  CLI::App app("isotypic: the commands that train networks");
  add_reproduce(app, words);
  return run_program(app, argc, argv);
}
