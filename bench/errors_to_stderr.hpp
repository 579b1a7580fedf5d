// The frame of a benchmark's main: an error is a message and exit code 1.
#pragma once

#include <cstdio>
#include <exception>
#include <string>
#include <vector>

namespace isotypic::bench {

/// Calls `run` with the words of the command line, without the program's name.
template <typename Run>
int errors_to_stderr(int argc, char** argv, Run&& run) {
  try {
    return run(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}

}  // namespace isotypic::bench
