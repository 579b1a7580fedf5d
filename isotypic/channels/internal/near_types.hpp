// NearTypes: the types of the pairs within a reach, for describe_orbitals().
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/channels/internal/near_pairs.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"

namespace isotypic {

class NearTypes {
 public:
  /// Keeps a reference to the graph.
  NearTypes(const Graph& graph, std::span<const SparsePermutation> generators,
            const DescriptorOptions& options);

  /// For every node the number of nodes of its orbit.
  [[nodiscard]] std::vector<std::int32_t> orbit_sizes() const;

  /// Writes types with their ends, orbitals and distances, and which pairs have them.
  void find_types(OrbitalDescriptors& result);

  /// Writes the first `powers` columns of `result.values`, which must be 0: the walks that stay
  /// within the reach of their start, the mean of both directions.
  void describe_walks(OrbitalDescriptors& result) const;

 private:
  const Graph& graph_;
  DescriptorOptions options_;
  NearPairs pairs_;
  std::vector<std::int32_t> orbital_of_;       // of a pair: the first pair of its orbital
  std::vector<std::int32_t> orbital_size_;     // by the first pair
  std::vector<std::int32_t> type_of_orbital_;  // likewise
  std::vector<std::int32_t> sources_;          // the least nodes of the orbits
};

}  // namespace isotypic
