#include "tests/support/laws.hpp"

#include <cmath>
#include <vector>

#include "isotypic/graph/operations.hpp"
#include "isotypic/symmetry/refinement.hpp"

namespace isotypic {

bool equal_wl_colours(const Graph& a, const Graph& b) {
  const Graph both = disjoint_union(a, b);
  const EquitablePartition cells(both);
  std::vector<std::int64_t> surplus(both.num_nodes(), 0);
  for (std::int64_t v = 0; v < both.num_nodes(); ++v) {
    surplus[cells.cell_of(v)] += v < a.num_nodes() ? 1 : -1;
  }
  return surplus == std::vector<std::int64_t>(both.num_nodes(), 0);
}

void expect_orthonormal(const Eigen::MatrixXd& columns, double tolerance) {
  const Eigen::MatrixXd products = columns.transpose() * columns;
  EXPECT_LT((products - Eigen::MatrixXd::Identity(columns.cols(), columns.cols())).norm(),
            tolerance);
}

void expect_equivariant(const Eigen::MatrixXd& matrix, std::span<const SparsePermutation> group,
                        double tolerance) {
  ASSERT_EQ(matrix.rows(), matrix.cols());
  for (const SparsePermutation& g : group) {
    const Permutation p = to_dense(g, matrix.rows());
    double difference = 0.0;
    for (std::int64_t u = 0; u < matrix.rows(); ++u) {
      for (std::int64_t v = 0; v < matrix.cols(); ++v) {
        const double here = matrix(p[u], p[v]) - matrix(u, v);
        difference += here * here;
      }
    }
    EXPECT_LE(std::sqrt(difference), tolerance) << "for " << cycle_notation(g);
  }
}

}  // namespace isotypic
