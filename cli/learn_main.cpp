// isotypic-learn: the commands that need LibTorch. Called by isotypic; its words are the same.

#include <malloc.h>

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "cli/predict.hpp"
#include "cli/program.hpp"
#include "cli/reproduce.hpp"
#include "cli/train.hpp"

namespace {

/// Training allocates the same tensors in every step; glibc would give each large one back to the
/// kernel and fetch it again, page by page.
void keep_freed_memory() {
  constexpr int one_gigabyte = 1 << 30;
  mallopt(M_MMAP_THRESHOLD, one_gigabyte);
  mallopt(M_TRIM_THRESHOLD, one_gigabyte);
}

}  // namespace

int main(int argc, char** argv) {
  using namespace isotypic::cli;
  keep_freed_memory();
  std::vector<std::string> words(argv, argv + argc);
  words.front() = "isotypic";
  CLI::App app("isotypic: the commands that train networks");
  add_train(app, words);
  add_predict(app);
  add_reproduce(app, words);
  return run_program(app, argc, argv);
}
