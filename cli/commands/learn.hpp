// The commands that train networks live in a program of their own, isotypic-learn: loading
// LibTorch takes long, and the other commands should start at once.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

/// What the commands do, as both programs say it.
inline constexpr const char* train_about = "Train a network on your own data set";
inline constexpr const char* cross_validate_about =
    "Compare configurations of a training over folds or seeds";
inline constexpr const char* predict_about = "Apply a network that `isotypic train` made";
inline constexpr const char* reproduce_about = "Run the experiments of the paper and more";

/// Commands that replace this process by isotypic-learn, with the same words.
void add_learning_commands(CLI::App& app);

}  // namespace isotypic::cli
