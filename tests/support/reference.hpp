// Slow twins of the symmetry engine: plain enumeration, no cleverness, for graphs of a few nodes.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic::reference {

/// Every automorphism, found by trying all n! permutations. Colours that the graph has count.
[[nodiscard]] std::vector<Permutation> automorphisms(const Graph& graph);

/// The smallest node that some automorphism maps each node to: equal exactly within an orbit.
[[nodiscard]] std::vector<std::int32_t> orbits(const std::vector<Permutation>& group,
                                               std::int64_t n);

/// The same for ordered pairs (u, v), numbered u * n + v.
[[nodiscard]] std::vector<std::int32_t> orbitals(const std::vector<Permutation>& group,
                                                 std::int64_t n);

/// One graph of every isomorphism class on n <= 7 nodes: all 2^(n choose 2) graphs are scanned,
/// and all relabellings of each newly met one are struck off.
[[nodiscard]] std::vector<Graph> graphs_up_to_isomorphism(std::int64_t n);

/// The 1,252 graphs of 1 to 7 nodes.
[[nodiscard]] const std::vector<Graph>& small_graphs();

/// Whether some permutation maps a to b, colours included; tries all n!.
[[nodiscard]] bool isomorphic(const Graph& a, const Graph& b);

/// n! in decimal, multiplied digit by digit.
[[nodiscard]] std::string factorial(std::int64_t n);

/// base^exponent in decimal.
[[nodiscard]] std::string power(std::int64_t base, std::int64_t exponent);

/// Product of a decimal number and a small factor.
[[nodiscard]] std::string times(const std::string& decimal, std::int64_t factor);

/// The labels renamed by first appearance, so that equal partitions compare equal.
[[nodiscard]] std::vector<std::int32_t> partition_of(const std::vector<std::int32_t>& labels);

}  // namespace isotypic::reference
