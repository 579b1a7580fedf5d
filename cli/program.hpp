// run_program: parse, run, and turn every exception into a message and an exit code.
//
// Exit codes: 0 success, 1 runtime failure, 2 wrong usage, 65 bad input data.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

/// The whole of main() once the commands have been added to `app`.
[[nodiscard]] int run_program(CLI::App& app, int argc, char** argv);

}  // namespace isotypic::cli
