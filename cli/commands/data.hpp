// `isotypic data`: which data sets there are, and what is in them.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

void add_data(CLI::App& app);

}  // namespace isotypic::cli
