#include "isotypic/channels/internal/scheme_eigenspaces.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/internal/operator.hpp"

// Fortran's name, hence the underscore.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" void dpstrf_(const char* triangle, const int* n, double* a, const int* lda, int* pivots,
                        int* rank, const double* tolerance, double* work, int* info);

namespace isotypic {
namespace {

[[noreturn]] void fail_generic() {
  fail_as(ErrorKind::Runtime, "decompose", "the projectors of the orbitals could not be separated");
}

/// One node for every orbital of the pairs (0, v). The group is transitive on nodes.
std::vector<std::int64_t> representatives(const Orbitals& orbitals) {
  std::vector<std::int64_t> nodes(orbitals.count, -1);
  for (std::int64_t v = orbitals.num_nodes - 1; v >= 0; --v) nodes[orbitals(0, v)] = v;
  return nodes;
}

/// Multiplication by the operator in the orthonormal basis M_t / |M_t|.
Eigen::MatrixXd multiplication(const Orbitals& orbitals, std::span<const double> coefficients) {
  const std::int64_t n = orbitals.num_nodes;
  const std::vector<std::int64_t> nodes = representatives(orbitals);
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(orbitals.count, orbitals.count);
  for (std::int64_t k = 0; k < orbitals.count; ++k) {
    for (std::int64_t w = 0; w < n; ++w) {
      result(k, orbitals(nodes[k], w)) += coefficients[orbitals(0, w)];
    }
    for (std::int64_t l = 0; l < orbitals.count; ++l) {
      result(k, l) *= std::sqrt(real(orbitals.valency[k]) / real(orbitals.valency[l]));
    }
  }
  return 0.5 * (result + result.transpose());
}

/// Fills `columns` with an orthonormal basis of the range of a projector, which is overwritten. If
/// P has rank m, then k steps of Cholesky leave a projector of rank m - k. Its largest diagonal
/// entry is at least 1 / n, so the pivots are never small.
void factor_projector(Eigen::MatrixXd& projector, Eigen::Ref<Eigen::MatrixXd> columns) {
  const SequentialBlas sequential;
  const auto n = static_cast<int>(projector.rows());
  std::vector<int> pivots(n);
  std::vector<double> work(2 * pivots.size());
  const double tolerance = 0.5 / n;
  int rank = 0;
  int info = 0;
  dpstrf_("L", &n, projector.data(), &n, pivots.data(), &rank, &tolerance, work.data(), &info);
  if (info < 0 || rank != columns.cols()) fail_generic();
  for (std::int64_t j = 0; j < rank; ++j) {
    for (std::int64_t i = 0; i < n; ++i) {
      columns(pivots[i] - 1, j) = i < j ? 0.0 : projector(i, j);
    }
  }
}

}  // namespace

bool prefers_scheme(const Orbitals& orbitals) {
  return orbitals.num_nodes >= 512 && 32 * orbitals.count <= orbitals.num_nodes &&
         is_multiplicity_free(orbitals);
}

Eigenpairs solve_scheme(const Orbitals& orbitals, std::span<const double> symmetric_coefficients) {
  const std::int64_t n = orbitals.num_nodes;
  const Eigenpairs small = solve_symmetric(multiplication(orbitals, symmetric_coefficients));
  Eigenpairs result;
  result.values.resize(n);
  result.vectors.resize(n, n);
  std::int64_t column = 0;
  for (std::int64_t i = 0; i < orbitals.count; ++i) {
    // The unit eigenvector is the projector divided by the root of its rank, which is its trace.
    const double diagonal = small.vectors(orbitals(0, 0), i);
    const double trace = real(n) * diagonal * diagonal;
    const auto dim = static_cast<std::int64_t>(std::llround(trace));
    if (std::abs(trace - real(dim)) > 1e-6 || dim < 1 || column + dim > n) fail_generic();
    std::vector<double> entries(orbitals.count);
    for (std::int64_t t = 0; t < orbitals.count; ++t) {
      entries[t] = std::copysign(std::sqrt(real(dim)), diagonal) * small.vectors(t, i) /
                   std::sqrt(real(n) * real(orbitals.valency[t]));
    }
    Eigen::MatrixXd projector = equivariant_matrix(orbitals, entries);
    factor_projector(projector, result.vectors.middleCols(column, dim));
    result.values.segment(column, dim).setConstant(small.values[i]);
    column += dim;
  }
  if (column != n) fail_generic();
  return result;
}

}  // namespace isotypic
