// run_program: parse, run, and turn every exception into a message and an exit code.
//
// Exit codes: 0 success, 1 runtime failure, 2 wrong usage, 65 bad input data.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isotypic::cli {

/// `words` is the command line as typed; records keep it.
using AddCommands = void (*)(CLI::App& app, const std::vector<std::string>& words);

/// The whole of main().
[[nodiscard]] int run_program(const char* about, AddCommands add_commands, int argc,
                              char** argv) noexcept;

}  // namespace isotypic::cli
