// Examples 1 and 2 of the paper, with its own numbers.

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/internal/operator.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::paper_examples_test {
namespace {

// Nodes a..f are 0..5. G1 is the hexagon, G2 the two triangles abc and def.
Graph hexagon() { return cycle_graph(6); }
Graph two_triangles() { return samples::copies(cycle_graph(3), 2); }

Eigen::MatrixXd printed_s1() {
  return Eigen::MatrixXd{{1, 2, 3, 5, 3, 2}, {2, 1, 2, 3, 5, 3}, {3, 2, 1, 2, 3, 5},
                         {5, 3, 2, 1, 2, 3}, {3, 5, 3, 2, 1, 2}, {2, 3, 5, 3, 2, 1}};
}

Eigen::MatrixXd printed_s2() {
  return Eigen::MatrixXd{{5, 2, 2, 1, 1, 1}, {2, 5, 2, 1, 1, 1}, {2, 2, 5, 1, 1, 1},
                         {1, 1, 1, 5, 2, 2}, {1, 1, 1, 2, 5, 2}, {1, 1, 1, 2, 2, 5}};
}

/// The coefficients that make S the given matrix: its value on each orbital.
std::vector<double> coefficients_of(const Symmetry& symmetry, const Eigen::MatrixXd& s) {
  const Orbitals orbitals = compute_orbitals(symmetry);
  std::vector<double> coefficients(orbitals.count);
  for (std::int64_t u = 0; u < s.rows(); ++u) {
    for (std::int64_t v = 0; v < s.cols(); ++v) coefficients[orbitals(u, v)] = s(u, v);
  }
  return coefficients;
}

struct ExpectedSpace {
  double eigenvalue;
  Eigen::MatrixXd span;  ///< columns
};

Eigen::MatrixXd projector_onto(const Eigen::MatrixXd& span) {
  return span * (span.transpose() * span).inverse() * span.transpose();
}

void expect_spaces(const Graph& graph, const Eigen::MatrixXd& s,
                   const std::vector<ExpectedSpace>& expected) {
  const Symmetry symmetry = compute_symmetry(graph);
  const std::vector<double> coefficients = coefficients_of(symmetry, s);
  EXPECT_EQ(equivariant_matrix(compute_orbitals(symmetry), coefficients), s);

  const Channels channels =
      decompose_operator(symmetry, canonical_orbitals(symmetry), coefficients);
  const Eigen::MatrixXd basis = basis_in_node_order(channels);
  ASSERT_EQ(channels.canonical->channels.size(), expected.size());
  for (const ExpectedSpace& space : expected) {
    const auto found = std::ranges::find_if(channels.canonical->channels, [&](const Channel& c) {
      return std::abs(c.eigenvalue - space.eigenvalue) < 1e-12;
    });
    ASSERT_NE(found, channels.canonical->channels.end()) << "no eigenvalue " << space.eigenvalue;
    const Eigen::MatrixXd block = basis.middleCols(found->begin, found->dim);
    EXPECT_LT((block * block.transpose() - projector_onto(space.span)).norm(), 1e-13);
  }
}

Eigen::MatrixXd columns(std::initializer_list<std::initializer_list<double>> rows) {
  return Eigen::MatrixXd(rows).transpose();
}

TEST(PaperExamples, HexagonHasThePrintedMatrixEigenvaluesAndEigenspaces) {
  expect_spaces(hexagon(), printed_s1(),
                {{16, columns({{1, 1, 1, 1, 1, 1}})},
                 {-2, columns({{1, -1, 1, -1, 1, -1}})},
                 {-5, columns({{1, 1, 0, -1, -1, 0}, {0, 1, 1, 0, -1, -1}})},
                 {1, columns({{1, -1, 0, 1, -1, 0}, {0, 1, -1, 0, 1, -1}})}});
}

TEST(PaperExamples, TwoTrianglesHaveThePrintedMatrixEigenvaluesAndEigenspaces) {
  expect_spaces(two_triangles(), printed_s2(),
                {{12, columns({{1, 1, 1, 1, 1, 1}})},
                 {6, columns({{1, 1, 1, -1, -1, -1}})},
                 {3, columns({{1, -1, 0, 0, 0, 0},
                              {0, 1, -1, 0, 0, 0},
                              {0, 0, 0, 1, -1, 0},
                              {0, 0, 0, 0, 1, -1}})}});
}

TEST(PaperExamples, GroupsHaveTheStatedOrders) {
  EXPECT_EQ(compute_symmetry(hexagon()).order, "12");
  EXPECT_EQ(compute_symmetry(two_triangles()).order, "72");
}

TEST(PaperExamples, DrawnCoefficientsGiveTheSameSpacesAsThePrintedOnes) {
  for (const auto& [graph, s] :
       {std::pair{hexagon(), printed_s1()}, {two_triangles(), printed_s2()}}) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Channels printed =
        decompose_operator(symmetry, canonical_orbitals(symmetry), coefficients_of(symmetry, s));
    const Channels drawn = decompose(symmetry);
    ASSERT_EQ(drawn.canonical->channels.size(), printed.canonical->channels.size());
    for (std::size_t a = 0; a < drawn.canonical->channels.size(); ++a) {
      const Channel& left = drawn.canonical->channels[a];
      const Channel& right = printed.canonical->channels[a];
      const auto q = drawn.canonical->basis.middleCols(left.begin, left.dim);
      const auto p = printed.canonical->basis.middleCols(right.begin, right.dim);
      EXPECT_LT((q * q.transpose() - p * p.transpose()).norm(), 1e-12) << "channel " << a;
    }
  }
}

}  // namespace
}  // namespace isotypic::paper_examples_test
