#include "isotypic/channels/readout.hpp"

#include <algorithm>
#include <cmath>
#include <type_traits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/random_projection.hpp"

namespace isotypic {
namespace {

template <typename Scalar>
constexpr double norm_floor = 1e-10;
template <>
constexpr double norm_floor<float> = 1e-6;

void check_options(const IsotypicReadoutOptions& options) {
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

/// Embeddings in canonical order and in double, divided by 2^exponent.
struct Input {
  Eigen::MatrixXd rows;
  int exponent = 0;
  double norm = 0.0;  ///< before centring
};

template <typename Matrix>
void check_rows(const Matrix& embeddings, std::int64_t num_nodes) {
  if (embeddings.rows() != num_nodes) {
    fail("isotypic_features", "there are ", embeddings.rows(), " rows for ", num_nodes, " nodes");
  }
  if (embeddings.allFinite()) return;
  for (std::int64_t v = 0; v < num_nodes; ++v) {
    if (!embeddings.row(v).allFinite()) {
      fail("isotypic_features", "row ", v, " holds a NaN or an infinity");
    }
  }
}

/// Squares of entries beyond 2^(+-400) leave the range of double; only then is scaling worth it.
template <typename Matrix>
int choose_exponent(const Matrix& embeddings) {
  if (embeddings.size() == 0) return 0;
  int exponent = 0;
  std::frexp(static_cast<double>(embeddings.cwiseAbs().maxCoeff()), &exponent);
  return std::abs(exponent) > 400 ? exponent : 0;
}

template <typename Matrix>
Input prepare(const Channels& channels, const Matrix& embeddings, bool centre) {
  check_rows(embeddings, channels.num_nodes());
  const std::int64_t n = embeddings.rows();
  Input input;
  input.exponent = choose_exponent(embeddings);
  input.rows.resize(n, embeddings.cols());
  for (std::int64_t j = 0; j < embeddings.cols(); ++j) {
    for (std::int64_t v = 0; v < n; ++v) {
      const auto value = static_cast<double>(embeddings(v, j));
      input.rows(channels.position[v], j) =
          input.exponent == 0 ? value : std::ldexp(value, -input.exponent);
    }
  }
  input.norm = input.rows.norm();
  if (centre && n > 0) input.rows.rowwise() -= input.rows.colwise().mean();
  return input;
}

/// The statistics of one block. `coordinates` is Q_a^T M.
struct BlockStatistics {
  double energy = 0.0;  ///< |P_a M|^2
  double s3 = 0.0;
  Eigen::RowVectorXd mean;  ///< mu
};

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
  if (trivial) {
    block.mean = (basis.colwise().sum() * coordinates) / n;
  } else {
    block.mean = Eigen::RowVectorXd::Zero(coordinates.cols());
  }
  return block;
}

/// Writes the features of block `a`.
void write_block(const BlockStatistics& block, std::int64_t a, double num_nodes,
                 const Eigen::MatrixXd& projection, ReadoutVariant variant,
                 Eigen::VectorXd& values) {
  const std::int64_t width = projection.cols();
  const Eigen::VectorXd sketch = (block.mean * projection).transpose();
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

std::int64_t count_features(const IsotypicReadoutOptions& options, std::int64_t rp_dim,
                            const Channels& channels) {
  const std::int64_t blocks =
      options.max_blocks > 0 ? options.max_blocks : std::ssize(channels.canonical->channels);
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

/// For options that check_options has accepted.
template <typename Scalar, typename Matrix>
Features<Scalar> compute_features(const Channels& channels, const Matrix& embeddings,
                                  const IsotypicReadoutOptions& options,
                                  const Eigen::MatrixXd& projection) {
  if (projection.rows() != embeddings.cols()) {
    fail("isotypic_features", "R has ", projection.rows(), " rows for embeddings of width ",
         embeddings.cols());
  }
  const std::int64_t num_values = count_features(options, projection.cols(), channels);
  if (num_values > max_num_features) {
    fail("isotypic_features", "max_blocks = ", options.max_blocks,
         " and rp_dim = ", projection.cols(), " give ", num_values,
         " features, above the limit of ", max_num_features);
  }
  const Input input = prepare(channels, embeddings, options.centre);
  const Decomposition& canonical = *channels.canonical;
  std::int64_t blocks = std::ssize(canonical.channels);
  if (options.max_blocks > 0) blocks = std::min(blocks, options.max_blocks);
  std::int64_t columns = 0;
  for (std::int64_t a = 0; a < blocks; ++a) columns += canonical.channels[a].dim;
  const Eigen::MatrixXd coordinates =
      multiply_transposed(canonical.basis.leftCols(columns), input.rows);

  Eigen::VectorXd values = Eigen::VectorXd::Zero(num_values);
  double retained = 0.0;
  for (std::int64_t a = 0; a < blocks; ++a) {
    const Channel& channel = canonical.channels[a];
    const BlockStatistics block =
        measure(canonical.basis.middleCols(channel.begin, channel.dim),
                coordinates.middleRows(channel.begin, channel.dim), canonical.is_trivial(channel),
                options.variant == ReadoutVariant::Full);
    if (!(std::sqrt(block.energy) > norm_floor<Scalar> * input.norm)) continue;
    retained += block.energy;
    write_block(block, a, static_cast<double>(canonical.num_nodes), projection, options.variant,
                values);
  }
  Features<Scalar> features;
  features.values = values.unaryExpr(
      [&](double value) { return static_cast<Scalar>(std::ldexp(value, input.exponent)); });
  if (!features.values.allFinite()) {
    fail("isotypic_features", "the features leave the range of ",
         std::is_same_v<Scalar, float> ? "float" : "double", ": give smaller embeddings");
  }
  const double total = input.rows.squaredNorm();
  if (std::sqrt(total) > norm_floor<Scalar> * input.norm) {
    features.retained_energy = std::min(1.0, retained / total);
  }
  return features;
}

}  // namespace

std::int64_t num_features(const IsotypicReadoutOptions& options, const Channels& channels) {
  check_options(options);
  return count_features(options, options.rp_dim, channels);
}

Features<double> isotypic_features(const Channels& channels,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const IsotypicReadoutOptions& options) {
  check_options(options);
  return translate_exceptions("isotypic_features", [&] {
    return compute_features<double>(
        channels, embeddings, options,
        random_projection(embeddings.cols(), options.rp_dim, options.seed));
  });
}

Features<float> isotypic_features(const Channels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                  const IsotypicReadoutOptions& options) {
  check_options(options);
  return translate_exceptions("isotypic_features", [&] {
    return compute_features<float>(
        channels, embeddings, options,
        random_projection(embeddings.cols(), options.rp_dim, options.seed));
  });
}

Features<double> isotypic_features(const Channels& channels,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const IsotypicReadoutOptions& options,
                                   const Eigen::MatrixXd& projection) {
  check_options(options);
  return translate_exceptions("isotypic_features", [&] {
    return compute_features<double>(channels, embeddings, options, projection);
  });
}

Features<float> isotypic_features(const Channels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                  const IsotypicReadoutOptions& options,
                                  const Eigen::MatrixXd& projection) {
  check_options(options);
  return translate_exceptions("isotypic_features", [&] {
    return compute_features<float>(channels, embeddings, options, projection);
  });
}

}  // namespace isotypic
