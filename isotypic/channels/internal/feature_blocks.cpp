#include "isotypic/channels/internal/feature_blocks.hpp"

#include <algorithm>
#include <type_traits>

namespace isotypic {
namespace {

/// Writes the features of block `a`.
void write_block(const BlockStatistics& block, std::int64_t a, double num_nodes,
                 const Eigen::MatrixXd& projection, ReadoutVariant variant,
                 Eigen::VectorXd& values) {
  const std::int64_t width = projection.cols();
  Eigen::VectorXd sketch = Eigen::VectorXd::Zero(width);
  if (block.mean.size() > 0) sketch = (block.mean * projection).transpose();
  switch (variant) {
    case ReadoutVariant::Full: {
      auto slot = values.segment(a * (3 + width), 3 + width);
      slot << num_nodes * block.mean.norm(), std::sqrt(block.energy), block.s3, sketch;
      break;
    }
    case ReadoutVariant::Linear:
      values += sketch;
      break;
    case ReadoutVariant::LinearBlocks:
      values.segment(a * width, width) = sketch;
      break;
  }
}

}  // namespace

void check_readout_options(const IsotypicReadoutOptions& options) {
  if (options.max_blocks < 0 || options.rp_dim < 0) {
    fail("isotypic_features", "max_blocks and rp_dim must not be negative, not ",
         options.max_blocks, " and ", options.rp_dim);
  }
  // So that their product cannot overflow.
  if (options.max_blocks > max_num_features || options.rp_dim > max_num_features) {
    fail("isotypic_features", "max_blocks and rp_dim must not exceed ", max_num_features, ", not ",
         options.max_blocks, " and ", options.rp_dim);
  }
}

std::int64_t count_features(const IsotypicReadoutOptions& options, std::int64_t rp_dim,
                            std::int64_t num_blocks) {
  const std::int64_t blocks = options.max_blocks > 0 ? options.max_blocks : num_blocks;
  switch (options.variant) {
    case ReadoutVariant::Full:
      return blocks * (3 + rp_dim);
    case ReadoutVariant::Linear:
      return rp_dim;
    case ReadoutVariant::LinearBlocks:
      return blocks * rp_dim;
  }
  return 0;
}

std::int64_t expect_features(const IsotypicReadoutOptions& options,
                             const Eigen::MatrixXd& projection, std::int64_t embedding_width,
                             std::int64_t num_blocks) {
  if (projection.rows() != embedding_width) {
    fail("isotypic_features", "R has ", projection.rows(), " rows for embeddings of width ",
         embedding_width);
  }
  const std::int64_t num_values = count_features(options, projection.cols(), num_blocks);
  if (num_values > max_num_features) {
    fail("isotypic_features", "max_blocks = ", options.max_blocks,
         " and rp_dim = ", projection.cols(), " give ", num_values,
         " features, above the limit of ", max_num_features);
  }
  return num_values;
}

template <typename Scalar>
Features<Scalar> write_features(const std::vector<BlockStatistics>& blocks,
                                const FeatureFrame& frame, const IsotypicReadoutOptions& options,
                                const Eigen::MatrixXd& projection) {
  Eigen::VectorXd values = Eigen::VectorXd::Zero(frame.num_values);
  double retained = 0.0;
  for (std::int64_t a = 0; a < std::ssize(blocks); ++a) {
    if (!(std::sqrt(blocks[a].energy) > norm_floor<Scalar> * frame.norm)) continue;
    retained += blocks[a].energy;
    write_block(blocks[a], a, static_cast<double>(frame.num_nodes), projection, options.variant,
                values);
  }
  Features<Scalar> features;
  features.values = values.unaryExpr(
      [&](double value) { return static_cast<Scalar>(std::ldexp(value, frame.exponent)); });
  if (!features.values.allFinite()) {
    fail("isotypic_features", "the features leave the range of ",
         std::is_same_v<Scalar, float> ? "float" : "double", ": give smaller embeddings");
  }
  if (std::sqrt(frame.total) > norm_floor<Scalar> * frame.norm) {
    features.retained_energy = std::min(1.0, retained / frame.total);
  }
  return features;
}

template Features<double> write_features<double>(const std::vector<BlockStatistics>&,
                                                 const FeatureFrame&, const IsotypicReadoutOptions&,
                                                 const Eigen::MatrixXd&);
template Features<float> write_features<float>(const std::vector<BlockStatistics>&,
                                               const FeatureFrame&, const IsotypicReadoutOptions&,
                                               const Eigen::MatrixXd&);

}  // namespace isotypic
