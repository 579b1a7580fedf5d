// The commands that train networks live in a program of their own, isotypic-learn: loading
// LibTorch takes long, and the other commands should start at once.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

/// Commands that replace this process by isotypic-learn, with the same words.
void add_learning_commands(CLI::App& app);

}  // namespace isotypic::cli
