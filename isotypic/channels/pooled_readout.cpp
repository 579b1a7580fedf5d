#include "isotypic/channels/pooled_readout.hpp"

#include <cmath>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/channels/internal/cosine_sum.hpp"
#include "isotypic/channels/local_readout.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t num_statistics = 3;  // s1, s2, s3
constexpr std::uint64_t map_seed = 0x706F6F6C65640A00ULL;

/// What names the type of a component, whichever way it was found.
struct TypedBlock {
  Component component;
  double tr_adjacency = 0.0;
  double tr_laplacian = 0.0;
};

TypedBlock typed(const LocalDecomposition&, const LocalComponent& c) {
  return {c.component, c.tr_adjacency, c.tr_laplacian};
}

TypedBlock typed(const Decomposition& canonical, const Channel& c) {
  return {canonical.components[c.component], c.tr_adjacency, c.tr_laplacian};
}

const std::vector<LocalComponent>& blocks_of(const LocalDecomposition& local) {
  if (std::ssize(local.components) != local.num_components) {
    fail("pooled_features", "the components were truncated to ", local.components.size(), " of ",
         local.num_components);
  }
  return local.components;
}

const std::vector<Channel>& blocks_of(const Decomposition& canonical) {
  if (canonical.channels.size() != canonical.components.size() ||
      canonical.basis.cols() != canonical.num_nodes) {
    fail("pooled_features", "the channels are ", canonical.channels.size(), " blocks for ",
         canonical.components.size(),
         " components: decompose with Grouping::Components and keep all blocks");
  }
  return canonical.channels;
}

/// Traces may be negative, and their zeros carry rounding errors.
double signed_log1p(double x) { return std::copysign(std::log1p(std::abs(x)), x); }

template <typename AnyChannels>
Eigen::MatrixXd describe(const AnyChannels& channels,
                         const Eigen::Ref<const Eigen::MatrixXd>& embeddings, bool centre) {
  const auto& canonical = *channels.canonical;
  const auto& blocks = blocks_of(canonical);
  const Features<double> statistics =
      isotypic_features(channels, embeddings, {.max_blocks = 0, .rp_dim = 0, .centre = centre});
  Eigen::MatrixXd rows(std::ssize(blocks), pooled_description_size);
  for (std::int64_t a = 0; a < std::ssize(blocks); ++a) {
    const auto values = statistics.values.segment(a * num_statistics, num_statistics);
    const auto [component, adjacency, laplacian] = typed(canonical, blocks[a]);
    const double size = real(component.dim * component.multiplicity);
    rows.row(a) << std::log1p(values(0)), std::log1p(values(1)),
        std::log1p(values(2) * real(canonical.num_nodes)), std::log1p(real(component.dim)),
        std::log1p(real(component.multiplicity)), component.type == ComponentType::Real ? 1.0 : 0.0,
        component.type == ComponentType::Complex ? 1.0 : 0.0,
        component.type == ComponentType::Quaternionic ? 1.0 : 0.0, component.trivial ? 1.0 : 0.0,
        signed_log1p(adjacency / size), signed_log1p(laplacian / size);
  }
  return rows;
}

}  // namespace

Eigen::MatrixXd describe_blocks(const Channels& channels,
                                const Eigen::Ref<const Eigen::MatrixXd>& embeddings, bool centre) {
  return translate_exceptions("pooled_features",
                              [&] { return describe(channels, embeddings, centre); });
}

Eigen::MatrixXd describe_blocks(const LocalChannels& channels,
                                const Eigen::Ref<const Eigen::MatrixXd>& embeddings, bool centre) {
  return translate_exceptions("pooled_features",
                              [&] { return describe(channels, embeddings, centre); });
}

Eigen::VectorXd pooled_features(const Channels& channels,
                                const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                const PooledReadoutOptions& options) {
  return sum_of_cosines("pooled_features", describe_blocks(channels, embeddings, options.centre),
                        options.num_features, map_seed);
}

Eigen::VectorXd pooled_features(const LocalChannels& channels,
                                const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                const PooledReadoutOptions& options) {
  return sum_of_cosines("pooled_features", describe_blocks(channels, embeddings, options.centre),
                        options.num_features, map_seed);
}

}  // namespace isotypic
