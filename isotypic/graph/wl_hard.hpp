// Pairs of graphs that are not isomorphic but that colour refinement (1-WL) cannot tell apart.
//
// tests/graph/wl_hard_test.cpp proves both properties for every pair.
#pragma once

#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

struct GraphPair {
  std::string name;    ///< unique in its suite, such as "2C5 / C10, presentation 1"
  std::string family;  ///< "cycles", "cfi-k3", "cfi-k4", "ribbons", "godsil-mckay", ...
  Graph first;
  Graph second;
};

/// The 36 instances of the paper's training-free separation suite, as far as it describes them:
///
/// - cycles (24): 2C_k against C_2k, k = 3..10, three random relabellings of each;
/// - cfi-k3, cfi-k4 (3 each): untwisted against twisted CFI graphs over K_3 and K_4, with full,
///   contracted and compact gadgets (see cfi.hpp);
/// - ribbons (3): the prism with n rungs against the Moebius ladder with n rungs, n = 4, 5, 6, the
///   smallest sizes after K_{3,3};
/// - godsil-mckay (3): the Petersen graph is determined by its spectrum, so its own switchings are
///   isomorphic to it. In direct products with it, switching one layer alone is not: we switch
///   the set {0, 2, 8, 9} of the Petersen graph P in one layer of P x K_2 (the Desargues graph)
///   and of P x K_3, and {0, 1, 3, 8} in one layer of complement(P) x K_2.
[[nodiscard]] std::vector<GraphPair> wl_hard_suite();

/// Further pairs, distinct from each other: cycles (k = 11..26), ribbons (n = 3
/// and 7..16), cfi-k5 and cfi-q3 (three gadgets each), and strongly-regular: the rook's graph
/// against the Shrikhande graph, their complements, and T(8) against the three Chang graphs.
[[nodiscard]] std::vector<GraphPair> extended_wl_hard_suite();

}  // namespace isotypic
