#include "isotypic/channels/eigensolver.hpp"

#include <Eigen/Eigenvalues>
#include <optional>
#include <utility>
#include <vector>

#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/base/error.hpp"

// Fortran's name, hence the underscore.
// NOLINTNEXTLINE(readability-identifier-naming)
extern "C" void dsyevd_(const char* job, const char* triangle, const int* n, double* a,
                        const int* lda, double* w, double* work, const int* lwork, int* iwork,
                        const int* liwork, int* info);

namespace isotypic {
namespace {

/// Nothing when the iteration does not converge: with few distinct eigenvalues, as the operators of
/// highly symmetric graphs have, Eigen's can go round in circles (3.4.0 on the Paley graph of 29
/// nodes).
std::optional<Eigenpairs> solve_with_eigen(const Eigen::MatrixXd& matrix) {
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(matrix);
  if (solver.info() != Eigen::Success) return std::nullopt;
  return Eigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

Eigenpairs solve_with_lapack(Eigen::MatrixXd matrix) {
  const SequentialBlas sequential;
  const auto n = static_cast<int>(matrix.rows());
  Eigenpairs result;
  result.values.resize(n);
  int info = 0;
  const int ask = -1;
  double work_size = 0.0;
  int iwork_size = 0;
  dsyevd_("V", "L", &n, matrix.data(), &n, result.values.data(), &work_size, &ask, &iwork_size,
          &ask, &info);
  const auto lwork = static_cast<int>(work_size);
  Eigen::VectorXd work(lwork);
  std::vector<int> iwork(iwork_size);
  dsyevd_("V", "L", &n, matrix.data(), &n, result.values.data(), work.data(), &lwork, iwork.data(),
          &iwork_size, &info);
  if (info != 0) {
    fail_as(ErrorKind::Runtime, "solve_symmetric", "dsyevd returned ", info, " for n = ", n);
  }
  result.vectors = std::move(matrix);
  return result;
}

}  // namespace

Eigenpairs solve_symmetric(Eigen::MatrixXd matrix) {
  if (matrix.rows() == 0) return {};
  if (matrix.rows() < lapack_border) {
    if (auto result = solve_with_eigen(matrix)) return std::move(*result);
  }
  return solve_with_lapack(std::move(matrix));
}

}  // namespace isotypic
