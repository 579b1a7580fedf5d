#include "isotypic/channels/local_readout.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/internal/cell_means.hpp"
#include "isotypic/channels/internal/energies.hpp"
#include "isotypic/channels/internal/feature_blocks.hpp"
#include "isotypic/channels/random_projection.hpp"

namespace isotypic {
namespace {

/// The statistics of components by their origin, in canonical coordinates.
class Measurement {
 public:
  /// Without `wants_s3` the statistic S3 of cores, which costs a product with their basis, is left
  /// out.
  Measurement(const LocalDecomposition& local, const RowMatrix& rows, bool wants_s3)
      : local_(local), rows_(rows), wants_s3_(wants_s3), exchanges_(local.motifs.exchanges.size()) {
    const RowMatrix means = cell_means(local.motifs, rows);
    measure_orbits(means);
    measure_exchanges(means);
    for (const LocalCore& core : local.cores) measure_core(core);
  }

  [[nodiscard]] BlockStatistics of(const LocalComponent& component) const {
    const auto n = static_cast<double>(local_.num_nodes);
    BlockStatistics result;
    switch (component.origin) {
      case ComponentOrigin::Orbits:
        result = orbits_;
        result.mean = rows_.colwise().sum() / n;
        break;
      case ComponentOrigin::Exchange:
        result = exchanges_[component.source];
        break;
      case ComponentOrigin::Core:
        result = cores_[component.source][component.block];
        break;
    }
    result.s3 /= n;
    return result;
  }

 private:
  /// `size` rows that are equal to `row`.
  static void add(BlockStatistics& block, double squared_norm, double size) {
    block.energy += size * squared_norm;
    block.s3 += size * std::sqrt(squared_norm);
  }

  void measure_orbits(const RowMatrix& means) {
    for (std::int64_t orbit = 0; orbit < local_.motifs.num_orbits; ++orbit) {
      add(orbits_, means.row(orbit).squaredNorm(), local_.motifs.cells[orbit].size);
    }
  }

  void measure_exchanges(const RowMatrix& means) {
    for (std::int64_t i = 0; i < std::ssize(local_.motifs.cells); ++i) {
      const MotifCell& cell = local_.motifs.cells[i];
      for (std::int32_t part = 0; part < cell.num_parts; ++part) {
        const double squared_norm =
            (part_mean(local_.motifs, rows_, means, cell, part) - means.row(i)).squaredNorm();
        add(exchanges_[cell.exchange], squared_norm, cell.child_size());
      }
    }
  }

  void measure_core(const LocalCore& core) {
    const Decomposition& one = *core.decomposition;
    std::vector<BlockStatistics>& blocks = cores_.emplace_back(one.channels.size());
    Eigen::MatrixXd own(one.num_nodes, rows_.cols());
    for (const std::vector<std::int32_t>& positions : core.positions) {
      for (std::int64_t i = 0; i < one.num_nodes; ++i) own.row(i) = rows_.row(positions[i]);
      const Eigen::MatrixXd coordinates = multiply_transposed(one.basis, own);
      for (std::size_t b = 0; b < blocks.size(); ++b) {
        const Channel& channel = one.channels[b];
        const auto part = coordinates.middleRows(channel.begin, channel.dim);
        blocks[b].energy += part.squaredNorm();
        if (!wants_s3_) continue;
        blocks[b].s3 +=
            multiply(one.basis.middleCols(channel.begin, channel.dim), part).rowwise().norm().sum();
      }
    }
  }

  const LocalDecomposition& local_;
  const RowMatrix& rows_;
  bool wants_s3_;
  BlockStatistics orbits_;
  std::vector<BlockStatistics> exchanges_;
  std::vector<std::vector<BlockStatistics>> cores_;
};

template <typename Scalar, typename Matrix>
Features<Scalar> compute_features(const LocalChannels& channels, const Matrix& embeddings,
                                  const IsotypicReadoutOptions& options,
                                  const Eigen::MatrixXd& projection) {
  const LocalDecomposition& local = *channels.canonical;
  std::int64_t num_blocks = std::ssize(local.components);
  const std::int64_t num_values =
      expect_features(options, projection, embeddings.cols(), num_blocks);
  const auto input = prepare_input<RowMatrix>(channels.position, embeddings, options.centre);
  if (options.max_blocks > 0) num_blocks = std::min(num_blocks, options.max_blocks);
  const Measurement measured(local, input.rows, options.variant == ReadoutVariant::Full);
  std::vector<BlockStatistics> blocks;
  blocks.reserve(num_blocks);
  for (std::int64_t a = 0; a < num_blocks; ++a) blocks.push_back(measured.of(local.components[a]));
  const FeatureFrame frame = {local.num_nodes, num_values, input.exponent, input.norm, input.total};
  return write_features<Scalar>(blocks, frame, options, projection);
}

}  // namespace

std::int64_t num_features(const IsotypicReadoutOptions& options, const LocalChannels& channels) {
  check_readout_options(options);
  return count_features(options, options.rp_dim, std::ssize(channels.canonical->components));
}

Features<double> isotypic_features(const LocalChannels& channels,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const IsotypicReadoutOptions& options) {
  return checked_features(options, [&] {
    return compute_features<double>(
        channels, embeddings, options,
        random_projection(embeddings.cols(), options.rp_dim, options.seed));
  });
}

Features<float> isotypic_features(const LocalChannels& channels,
                                  const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                  const IsotypicReadoutOptions& options) {
  return checked_features(options, [&] {
    return compute_features<float>(
        channels, embeddings, options,
        random_projection(embeddings.cols(), options.rp_dim, options.seed));
  });
}

Features<double> isotypic_features(const LocalChannels& channels,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const IsotypicReadoutOptions& options,
                                   const Eigen::MatrixXd& projection) {
  return checked_features(
      options, [&] { return compute_features<double>(channels, embeddings, options, projection); });
}

Explanation explain(const LocalChannels& channels,
                    const Eigen::Ref<const Eigen::MatrixXd>& embeddings) {
  const LocalDecomposition& local = *channels.canonical;
  check_rows("explain", embeddings, local.num_nodes);
  if (std::ssize(local.components) != local.num_components) {
    fail("explain", "the channels were truncated to ", local.components.size(), " of ",
         local.num_components, " blocks");
  }
  const RowMatrix rows = canonical_rows(embeddings, channels.position);
  const Measurement measured(local, rows, false);
  Explanation result;
  for (const LocalComponent& c : local.components) {
    result.components.push_back({c.component, measured.of(c).energy});
  }
  result.total = rows.squaredNorm();
  result.kept_by_pooling = pooled_energy(rows);
  return finish_explanation(std::move(result));
}

}  // namespace isotypic
