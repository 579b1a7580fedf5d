// isotypic reproduce: the experiments of the paper. A command of isotypic-learn.
#pragma once

#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace isotypic::cli {

/// `words` is the command line as typed; records keep it.
void add_reproduce(CLI::App& app, const std::vector<std::string>& words);

}  // namespace isotypic::cli
