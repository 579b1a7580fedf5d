// Families: graphs with a name, built from their parameters.
//
// Every function checks its arguments and the size of the result before it allocates, and throws
// Error otherwise. Node numbering is part of the contract: equal calls give equal graphs.
#pragma once

#include <cstdint>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// The largest numbers of nodes and edges that the families build.
inline constexpr std::int64_t max_family_size = 100'000'000;

/// Throws Error, naming `where`, if a graph of this size is beyond max_family_size.
void check_family_size(const char* where, double num_nodes, double num_edges);

/// n nodes in a row; n >= 0.
[[nodiscard]] Graph path_graph(std::int64_t n);
/// n >= 3.
[[nodiscard]] Graph cycle_graph(std::int64_t n);
[[nodiscard]] Graph complete_graph(std::int64_t n);
/// K_{a,b}: nodes 0..a-1 against a..a+b-1.
[[nodiscard]] Graph complete_bipartite_graph(std::int64_t a, std::int64_t b);
/// Node 0 joined to `leaves` others.
[[nodiscard]] Graph star_graph(std::int64_t leaves);
/// Node r * columns + c, joined to its neighbours right and below.
[[nodiscard]] Graph grid_graph(std::int64_t rows, std::int64_t columns);
/// The grid closed in both directions; rows, columns >= 3.
[[nodiscard]] Graph torus_graph(std::int64_t rows, std::int64_t columns);
/// Words of `dimension` bits, joined when they differ in one; 0 <= dimension <= 22.
[[nodiscard]] Graph hypercube_graph(std::int64_t dimension);
/// The balanced binary tree of 2^(height + 1) - 1 nodes; node v has children 2v+1 and 2v+2.
[[nodiscard]] Graph binary_tree(std::int64_t height);
/// The squares of a board, joined when a rook can move between them.
[[nodiscard]] Graph rook_graph(std::int64_t rows, std::int64_t columns);
/// The strongly regular graph (16, 6, 2, 2) that is not the 4 x 4 rook's graph.
[[nodiscard]] Graph shrikhande_graph();
[[nodiscard]] Graph petersen_graph();
/// GP(n, k): an n-cycle, a spoke from each of its nodes, and spoke ends k apart joined;
/// n >= 3, 1 <= k < n / 2.
[[nodiscard]] Graph generalised_petersen_graph(std::int64_t n, std::int64_t k);
/// C_n x K_2, a closed ladder; n >= 3.
[[nodiscard]] Graph prism_graph(std::int64_t n);
/// The ladder with n rungs closed with a half twist: C_2n with opposite nodes joined; n >= 2
/// (K_4), or n = 3 (K_{3,3}).
[[nodiscard]] Graph moebius_ladder(std::int64_t n);
/// The elements of the field of q elements, joined when their difference is a nonzero square;
/// q a prime power with q = 1 mod 4.
[[nodiscard]] Graph paley_graph(std::int64_t q);
/// The k-subsets of n points, joined when disjoint; 1 <= k <= n <= 62.
[[nodiscard]] Graph kneser_graph(std::int64_t n, std::int64_t k);
/// The k-subsets of n points, joined when they share k - 1 points; 1 <= k <= n <= 62.
[[nodiscard]] Graph johnson_graph(std::int64_t n, std::int64_t k);

}  // namespace isotypic
