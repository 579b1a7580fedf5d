// The smallest BREC there can be: one pair, of strongly regular graphs with equal parameters.
#pragma once

#include "isotypic/data/brec.hpp"
#include "isotypic/graph/families.hpp"

namespace isotypic::experiments {

[[nodiscard]] inline BrecData one_brec_pair() {
  BrecData data{.source = "made here"};
  data.pairs.push_back({rook_graph(4, 4), shrikhande_graph(), BrecCategory::Regular});
  return data;
}

}  // namespace isotypic::experiments
