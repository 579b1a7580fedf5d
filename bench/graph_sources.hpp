// Named sets of graphs that the long checks draw relabelled copies from.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

struct GraphSource {
  std::string name;
  std::vector<Graph> graphs;
};

/// The 800 graphs of BREC, pair by pair.
[[nodiscard]] GraphSource brec_source(const std::filesystem::path& directory);

}  // namespace isotypic
