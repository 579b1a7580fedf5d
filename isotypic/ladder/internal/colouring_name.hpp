// The name of a stable 1-WL colouring of a graph with marked nodes.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {

/// Names colourings of one graph; names of different graphs can be compared. The graph must outlive
/// the object.
///
/// The cells of an EquitablePartition are numbered without looking at labels, and 1-WL gives two
/// marked graphs the same colours exactly when their cells agree, number by number, in size, in
/// the marks and in the neighbours that a node has in every cell. The name is made of these.
class ColouringNames {
 public:
  explicit ColouringNames(const Graph& graph);

  /// `marks` were individualised one after the other.
  [[nodiscard]] std::uint64_t name(const EquitablePartition& colouring,
                                   std::span<const std::int32_t> marks) const;

 private:
  const Graph& graph_;
  std::vector<std::uint64_t> cell_names_;  // one per cell number
};

}  // namespace isotypic
