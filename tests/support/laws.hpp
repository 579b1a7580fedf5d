// The laws that several tests state, each in one place.
#pragma once

#include <gtest/gtest.h>

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {

/// Whether colour refinement of both graphs side by side gives every colour equally often.
[[nodiscard]] bool equal_wl_colours(const Graph& a, const Graph& b);

/// The columns have length 1 and are orthogonal to each other.
void expect_orthonormal(const Eigen::MatrixXd& columns, double tolerance);

/// The matrix commutes with every permutation of the nodes in `group`: the commutator has a
/// Frobenius norm of at most `tolerance` (0: it commutes exactly).
void expect_equivariant(const Eigen::MatrixXd& matrix, std::span<const SparsePermutation> group,
                        double tolerance);

/// `check(copy, p)` holds its own expectations for `copies` relabelled copies of the graph; node v
/// of the graph is node p[v] of the copy.
template <typename Check>
void for_relabelled_copies(const Graph& graph, int copies, Random& random, Check check) {
  for (int i = 0; i < copies; ++i) {
    const Permutation p = random_permutation(graph.num_nodes(), random);
    check(relabel(graph, p), p);
  }
}

/// `function` gives equal values for the graph and for `copies` relabelled copies of it.
template <typename Function>
void expect_invariant(const Graph& graph, int copies, Random& random, Function function) {
  const auto expected = function(graph);
  for_relabelled_copies(graph, copies, random, [&](const Graph& copy, const Permutation&) {
    EXPECT_EQ(function(copy), expected);
  });
}

}  // namespace isotypic
