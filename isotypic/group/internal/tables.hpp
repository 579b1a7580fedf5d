// GroupTables: what a PermutationGroup is made of. Private to group/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/group/internal/stabiliser_chain.hpp"
#include "isotypic/group/internal/transposition_layer.hpp"

namespace isotypic {

/// Layers of freely permuted classes, each on the classes of the one before it; then a chain on the
/// classes of the last. The digits of an element come in this order.
struct GroupTables {
  std::int64_t num_points = 0;
  std::string order = "1";
  std::vector<TranspositionLayer> layers;
  StabiliserChain chain;
  std::vector<std::int64_t> radices;
};

}  // namespace isotypic
