// isotypic-learn: the commands that need LibTorch. Called by isotypic; its words are the same.

#include <malloc.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/commands/cross_validate.hpp"
#include "cli/commands/predict.hpp"
#include "cli/commands/train.hpp"
#include "cli/program/program.hpp"
#include "cli/reproduce/reproduce.hpp"

namespace {

/// Training allocates the same tensors in every step; glibc would give each large one back to the
/// kernel and fetch it again, page by page.
void keep_freed_memory() {
  constexpr int one_gigabyte = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, one_gigabyte);
  mallopt(M_TRIM_THRESHOLD, one_gigabyte);
}

void add_commands(CLI::App& app, const std::vector<std::string>& words) {
  using namespace isotypic::cli;
  add_train(app, words);
  add_cross_validate(app, words);
  add_predict(app);
  add_reproduce(app, words);
}

}  // namespace

int main(int argc, char** argv) {
  keep_freed_memory();
  return isotypic::cli::run_program("isotypic: the commands that train networks", add_commands,
                                    argc, argv);
}
