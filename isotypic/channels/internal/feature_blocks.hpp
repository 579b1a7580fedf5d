// What the readouts of dense and local decompositions share: checks, scaling, the feature vector.
// Private to channels/.
#pragma once

#include <Eigen/Core>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {

/// The part of |M| below which a block reads zero.
template <typename Scalar>
inline constexpr double norm_floor = 1e-10;
template <>
inline constexpr double norm_floor<float> = 1e-6;

/// Throws Error on options out of range.
void check_readout_options(const IsotypicReadoutOptions& options);

/// Features that `compute` makes once the options have been checked.
template <typename Compute>
[[nodiscard]] auto checked_features(const IsotypicReadoutOptions& options, Compute&& compute) {
  check_readout_options(options);
  return translate_exceptions("isotypic_features", std::forward<Compute>(compute));
}

/// The number of features of `num_blocks` blocks, for options that were checked.
[[nodiscard]] std::int64_t count_features(const IsotypicReadoutOptions& options,
                                          std::int64_t rp_dim, std::int64_t num_blocks);

/// The statistics of one block.
struct BlockStatistics {
  double energy = 0.0;  ///< |P_a M|^2
  double s3 = 0.0;
  Eigen::RowVectorXd mean;  ///< mu; empty outside the trivial component, where it is zero
};

/// Throws Error, naming `where`, unless there is one finite row per node.
template <typename Matrix>
void check_rows(const char* where, const Matrix& embeddings, std::int64_t num_nodes) {
  if (embeddings.rows() != num_nodes) {
    fail(where, "there are ", embeddings.rows(), " rows for ", num_nodes, " nodes");
  }
  if (embeddings.allFinite()) return;
  for (std::int64_t v = 0; v < num_nodes; ++v) {
    if (!embeddings.row(v).allFinite()) fail(where, "row ", v, " holds a NaN or an infinity");
  }
}

/// Embeddings in canonical order and in double, divided by 2^exponent.
template <typename Rows>
struct ReadoutInput {
  Rows rows;
  int exponent = 0;
  double norm = 0.0;   ///< before centring
  double total = 0.0;  ///< |M|^2 after centring
};

/// Squares of entries beyond 2^(+-400) leave the range of double; only then is scaling worth it.
template <typename Matrix>
int choose_exponent(const Matrix& embeddings) {
  if (embeddings.size() == 0) return 0;
  int exponent = 0;
  std::frexp(static_cast<double>(embeddings.cwiseAbs().maxCoeff()), &exponent);
  return std::abs(exponent) > 400 ? exponent : 0;
}

/// Checks the embeddings and moves their rows to canonical positions.
template <typename Rows, typename Matrix>
ReadoutInput<Rows> prepare_input(const Permutation& position, const Matrix& embeddings,
                                 bool centre) {
  const std::int64_t n = embeddings.rows();
  check_rows("isotypic_features", embeddings, std::ssize(position));
  ReadoutInput<Rows> input;
  input.exponent = choose_exponent(embeddings);
  input.rows.resize(n, embeddings.cols());
  for (std::int64_t j = 0; j < embeddings.cols(); ++j) {
    for (std::int64_t v = 0; v < n; ++v) {
      const auto value = static_cast<double>(embeddings(v, j));
      input.rows(position[v], j) = input.exponent == 0 ? value : std::ldexp(value, -input.exponent);
    }
  }
  input.norm = input.rows.norm();
  if (centre && n > 0) input.rows.rowwise() -= input.rows.colwise().mean().eval();
  input.total = input.rows.squaredNorm();
  return input;
}

/// What the feature vector depends on besides the blocks.
struct FeatureFrame {
  std::int64_t num_nodes = 0;
  std::int64_t num_values = 0;
  int exponent = 0;
  double norm = 0.0;
  double total = 0.0;
};

/// Checks R and the number of features.
[[nodiscard]] std::int64_t expect_features(const IsotypicReadoutOptions& options,
                                           const Eigen::MatrixXd& projection,
                                           std::int64_t embedding_width, std::int64_t num_blocks);

/// The feature vector of these blocks.
template <typename Scalar>
[[nodiscard]] Features<Scalar> write_features(const std::vector<BlockStatistics>& blocks,
                                              const FeatureFrame& frame,
                                              const IsotypicReadoutOptions& options,
                                              const Eigen::MatrixXd& projection);

}  // namespace isotypic
