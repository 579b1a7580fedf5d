#include "isotypic/channels/as_labelled.hpp"

#include <numeric>
#include <utility>

namespace isotypic {

Channels decompose_as_labelled(const Graph& graph, Symmetry symmetry,
                               const ChannelOptions& options) {
  // The graph takes the place of its canonical form; the group stays what it is.
  symmetry.canonical = graph;
  std::iota(symmetry.position.begin(), symmetry.position.end(), 0);
  return decompose(symmetry, options);
}

}  // namespace isotypic
