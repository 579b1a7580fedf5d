#include "experiments/brec/brec_statistics.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic::experiments {
namespace {

/// Copies whose differences vary by no more than this many units in the last place of their
/// embeddings vary by rounding.
constexpr double rounding_units = 1000.0;

/// sum_i (v_i . m)^2 / (lambda_i + shift) over the eigenvalues above `cutoff`.
double quadratic_form(const Eigen::VectorXd& values, const Eigen::VectorXd& coordinates,
                      double shift, double cutoff) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < values.size(); ++i) {
    const double value = values[i] + shift;
    if (value > cutoff) sum += coordinates[i] * coordinates[i] / value;
  }
  return sum;
}

}  // namespace

PairedComparison compare_paired(const Eigen::MatrixXd& first, const Eigen::MatrixXd& second,
                                const T2Options& options) {
  if (first.rows() != second.rows() || first.cols() != second.cols() || first.rows() < 2) {
    fail("compare_paired", "embeddings of ", first.rows(), " x ", first.cols(), " and ",
         second.rows(), " x ", second.cols());
  }
  if (!first.allFinite() || !second.allFinite()) {
    fail_as(ErrorKind::Runtime, "compare_paired", "an embedding is not finite");
  }
  const Eigen::MatrixXd differences = first - second;
  const Eigen::VectorXd mean = differences.colwise().mean();
  const Eigen::MatrixXd centred = differences.rowwise() - mean.transpose();
  const Eigen::MatrixXd covariance =
      centred.transpose() * centred / static_cast<double>(first.rows() - 1);
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(covariance);
  const Eigen::VectorXd values = solver.eigenvalues().cwiseMax(0.0);
  const Eigen::VectorXd coordinates = solver.eigenvectors().transpose() * mean;
  // torch.linalg.pinv: singular values up to max(rows, columns) * eps of the largest count as zero.
  const double relative = static_cast<double>(covariance.rows()) * options.machine_epsilon;
  const double cutoff = relative * values.maxCoeff();
  PairedComparison result;
  result.t2_pinv = quadratic_form(values, coordinates, 0.0, cutoff);
  result.t2_epsilon = quadratic_form(values, coordinates, options.epsilon, 0.0);
  result.distance = mean.norm();
  result.spread = std::sqrt(covariance.trace());
  const double size =
      std::max(first.rowwise().norm().maxCoeff(), second.rowwise().norm().maxCoeff());
  result.degenerate = result.spread <= rounding_units * options.machine_epsilon * size;
  return result;
}

bool is_distinguished(double t2, double reliability_t2, double threshold) {
  const bool close = std::abs(t2 - reliability_t2) <= 1e-6 + 1e-5 * std::abs(reliability_t2);
  return t2 > threshold && !close;
}

}  // namespace isotypic::experiments
