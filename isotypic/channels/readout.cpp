#include "isotypic/channels/readout.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/internal/feature_blocks.hpp"
#include "isotypic/channels/random_projection.hpp"

namespace isotypic {
namespace {

/// `coordinates` is Q_a^T M.
BlockStatistics measure(const ConstMatrixRef& basis, const ConstMatrixRef& coordinates,
                        bool trivial, bool wants_s3) {
  const auto n = static_cast<double>(basis.rows());
  BlockStatistics block;
  block.energy = coordinates.squaredNorm();
  if (wants_s3 && basis.cols() == 1) {
    block.s3 = basis.cwiseAbs().sum() * std::sqrt(block.energy) / n;
  } else if (wants_s3) {
    block.s3 = multiply(basis, coordinates).rowwise().norm().sum() / n;
  }
  if (trivial) block.mean = (basis.colwise().sum() * coordinates) / n;
  return block;
}

/// For options that have been checked.
template <typename Scalar, typename Matrix>
Features<Scalar> compute_features(const Channels& channels, const Matrix& embeddings,
                                  const IsotypicReadoutOptions& options,
                                  const Eigen::MatrixXd& projection) {
  const Decomposition& canonical = *channels.canonical;
  std::int64_t num_blocks = std::ssize(canonical.channels);
  const std::int64_t num_values =
      expect_features(options, projection, embeddings.cols(), num_blocks);
  const auto input = prepare_input<Eigen::MatrixXd>(channels.position, embeddings, options.centre);
  if (options.max_blocks > 0) num_blocks = std::min(num_blocks, options.max_blocks);
  std::int64_t columns = 0;
  for (std::int64_t a = 0; a < num_blocks; ++a) columns += canonical.channels[a].dim;
  const Eigen::MatrixXd coordinates =
      multiply_transposed(canonical.basis.leftCols(columns), input.rows);

  std::vector<BlockStatistics> blocks;
  blocks.reserve(num_blocks);
  for (std::int64_t a = 0; a < num_blocks; ++a) {
    const Channel& channel = canonical.channels[a];
    blocks.push_back(measure(canonical.basis.middleCols(channel.begin, channel.dim),
                             coordinates.middleRows(channel.begin, channel.dim),
                             canonical.is_trivial(channel),
                             options.variant == ReadoutVariant::Full));
  }
  const FeatureFrame frame = {canonical.num_nodes, num_values, input.exponent, input.norm,
                              input.total};
  return write_features<Scalar>(blocks, frame, options, projection);
}

}  // namespace

std::int64_t num_features(const IsotypicReadoutOptions& options, const Channels& channels) {
  check_readout_options(options);
  return count_features(options, options.rp_dim, std::ssize(channels.canonical->channels));
}

Features<double> isotypic_features(const Channels& channels,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const IsotypicReadoutOptions& options) {
  return checked_features(options, [&] {
    return compute_features<double>(
        channels, embeddings, options,
        random_projection(embeddings.cols(), options.rp_dim, options.seed));
  });
}

Features<float> isotypic_features(const Channels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                  const IsotypicReadoutOptions& options) {
  return checked_features(options, [&] {
    return compute_features<float>(
        channels, embeddings, options,
        random_projection(embeddings.cols(), options.rp_dim, options.seed));
  });
}

Features<double> isotypic_features(const Channels& channels,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const IsotypicReadoutOptions& options,
                                   const Eigen::MatrixXd& projection) {
  return checked_features(
      options, [&] { return compute_features<double>(channels, embeddings, options, projection); });
}

Features<float> isotypic_features(const Channels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                  const IsotypicReadoutOptions& options,
                                  const Eigen::MatrixXd& projection) {
  return checked_features(
      options, [&] { return compute_features<float>(channels, embeddings, options, projection); });
}

}  // namespace isotypic
