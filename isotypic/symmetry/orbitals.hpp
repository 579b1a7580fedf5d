// Orbitals: the orbits of a permutation group on ordered pairs of nodes.
//
// A matrix commutes with every automorphism exactly when it is constant on each orbital, so
// the orbitals are the 0/1 basis of all equivariant linear maps.
// Theory: docs/explanation/theory.md, §2.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// The partition of V x V into orbitals.
///
/// Orbitals are numbered by first appearance in row-major order, so equal groups give equal
/// values, whichever generators describe them.
struct Orbitals {
  std::int64_t num_nodes = 0;
  std::int64_t count = 0;                ///< number of orbitals: the rank of the group
  std::vector<std::int32_t> labels;      ///< labels[u * num_nodes + v], row-major
  std::vector<std::int32_t> transposed;  ///< transposed[k]: the orbital of the reversed pairs of k
  std::vector<std::int32_t> valency;     ///< valency[k]: pairs of k that start at one given node

  [[nodiscard]] std::int32_t operator()(std::int64_t u, std::int64_t v) const {
    return labels[u * num_nodes + v];
  }

  friend bool operator==(const Orbitals&, const Orbitals&) = default;
};

/// The largest graph whose orbitals are computed: the labels alone take 4 n^2 bytes.
inline constexpr std::int64_t max_orbital_nodes = 30'000;

/// Orbitals of the group that `generators` generate on `num_nodes` points. No generators means
/// the trivial group: every pair is its own orbital.
///
/// Throws Error if a generator is not a permutation of the points, or num_nodes is above
/// max_orbital_nodes.
[[nodiscard]] Orbitals compute_orbitals(std::int64_t num_nodes,
                                        std::span<const SparsePermutation> generators);

/// Orbitals in canonical coordinates: rows and columns are positions of `symmetry.canonical`.
/// Isomorphic graphs give equal values.
[[nodiscard]] Orbitals canonical_orbitals(const Symmetry& symmetry);

/// Orbitals in the node labels of the graph that `symmetry` belongs to, with canonical numbers:
/// corresponding orbitals of relabelled copies carry the same number.
[[nodiscard]] Orbitals compute_orbitals(const Symmetry& symmetry);

/// One pair of nodes for each orbital: the first in row-major order.
[[nodiscard]] std::vector<Edge> orbital_representatives(const Orbitals& orbitals);

}  // namespace isotypic
