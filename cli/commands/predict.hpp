// `isotypic predict`: what a trained network says about graphs.
#pragma once

namespace CLI {
class App;
}

namespace isotypic::cli {

void add_predict(CLI::App& app);

}  // namespace isotypic::cli
