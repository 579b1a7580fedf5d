// Graphs that are hard for engines that find automorphisms, in the classes that their authors
// measure each other on. Everything is built here, so that anybody can repeat a run.
#pragma once

#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::bench {

struct HardInstance {
  std::string family;  ///< "cfi", "multipede", "hadamard", ...
  std::string name;    ///< unique, such as "hadamard paley 59"
  Graph graph;         ///< nodes numbered at random
};

/// All of them, always the same.
[[nodiscard]] std::vector<HardInstance> hard_instances();

}  // namespace isotypic::bench
