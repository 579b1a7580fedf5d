// `isotypic train`: a network for the user's own data set.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isotypic::cli {

/// `words` is the command line as typed, for the record.
void add_train(CLI::App& app, const std::vector<std::string>& words);

}  // namespace isotypic::cli
