// Node encodings: numbers that say where in its graph a node stands, for the input of a network.
//
// Eigenvectors are no such numbers: their signs, and their bases where eigenvalues coincide, are
// arbitrary. All columns here are diagonals of functions of a matrix of the graph, which are
// unique: docs/explanation/networks.md.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

struct NodeEncodingOptions {
  /// (N^k)_vv for k = 1 .. walks, N = D^-1/2 A D^-1/2: the probability that a random walk of k
  /// steps returns to v.
  std::int64_t walks = 0;
  /// exp(-t L)_vv for this many times t = 1/8, 1/4, 1/2, 1, ..., L = D - A: the heat that is left
  /// at v after the time t.
  std::int64_t laplacian = 0;

  [[nodiscard]] std::int64_t total() const { return walks + laplacian; }
};

inline constexpr std::int64_t max_encoding_columns = 16;    ///< of either kind
inline constexpr std::int64_t max_laplacian_nodes = 4'000;  ///< all eigenvectors are computed

/// The encodings of every node of the graph whose symmetry this is: nodes x (walks + laplacian),
/// row-major, walks first.
///
/// Computed on the canonical form and for one node of each orbit. So nodes of an orbit have equal
/// rows, and relabelled copies too, to the last bit. Deterministic. Throws Error if there are more
/// than max_encoding_columns of a kind, or a graph with Laplacian columns has too many nodes.
[[nodiscard]] std::vector<double> node_encodings(const Symmetry& symmetry,
                                                 const NodeEncodingOptions& options);

}  // namespace isotypic
