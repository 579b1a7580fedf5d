#include "isotypic/channels/components_readout.hpp"

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/channels/internal/cosine_sum.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t num_moments = 11;
constexpr std::int64_t num_statistics = 3;  // s1, s2, s3
constexpr std::uint64_t map_seed = 0x636F6D706F6E656EULL;

void check_components(const Channels& channels, std::span<const ComponentStructure> structures) {
  const Decomposition& canonical = *channels.canonical;
  if (canonical.channels.size() != canonical.components.size() ||
      canonical.basis.cols() != canonical.num_nodes) {
    fail("components_readout", "the channels are ", canonical.channels.size(), " blocks for ",
         canonical.components.size(),
         " components: decompose with Grouping::Components and keep all blocks");
  }
  if (structures.size() != canonical.components.size()) {
    fail("components_readout", "there are structures of ", structures.size(), " components for ",
         canonical.components.size());
  }
}

template <typename Matrix>
Eigen::MatrixXd describe(const Channels& channels, std::span<const ComponentStructure> structures,
                         const Matrix& embeddings, bool centre) {
  check_components(channels, structures);
  const Decomposition& canonical = *channels.canonical;
  const auto statistics =
      isotypic_features(channels, embeddings, {.max_blocks = 0, .rp_dim = 0, .centre = centre});
  Eigen::MatrixXd rows(std::ssize(structures), component_description_size);
  for (std::int64_t a = 0; a < std::ssize(canonical.channels); ++a) {
    const std::int64_t i = canonical.channels[a].component;
    const auto block = statistics.values.segment(a * num_statistics, num_statistics);
    const double s1 = block(0);
    auto row = rows.row(i);
    row.head(4) << std::log1p(s1), std::log1p(static_cast<double>(block(1))),
        std::log1p(static_cast<double>(block(2))), std::log1p(s1 / real(canonical.num_nodes));
    row.tail(component_structure_size) = describe_structure(structures[i]);
  }
  return rows;
}

}  // namespace

Eigen::VectorXd describe_structure(const ComponentStructure& structure) {
  const auto& [component, moments] = structure;
  if (std::ssize(moments) != num_moments) {
    fail("components_readout", "a structure has ", moments.size(), " moments, not ", num_moments);
  }
  Eigen::VectorXd numbers(component_structure_size);
  numbers.head(6) << std::log1p(real(component.dim)), std::log1p(real(component.multiplicity)),
      component.type == ComponentType::Real ? 1.0 : 0.0,
      component.type == ComponentType::Complex ? 1.0 : 0.0,
      component.type == ComponentType::Quaternionic ? 1.0 : 0.0, component.trivial ? 1.0 : 0.0;
  numbers.tail(num_moments) = Eigen::Map<const Eigen::VectorXd>(moments.data(), num_moments);
  return numbers;
}

Eigen::MatrixXd describe_components(const Channels& channels,
                                    std::span<const ComponentStructure> structures,
                                    const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                    bool centre) {
  return translate_exceptions("components_readout",
                              [&] { return describe(channels, structures, embeddings, centre); });
}

Eigen::MatrixXd describe_components(const Channels& channels,
                                    std::span<const ComponentStructure> structures,
                                    const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                    bool centre) {
  return translate_exceptions("components_readout",
                              [&] { return describe(channels, structures, embeddings, centre); });
}

Eigen::VectorXd components_readout(const Channels& channels,
                                   std::span<const ComponentStructure> structures,
                                   const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                   const ComponentsReadoutOptions& options) {
  return sum_of_cosines("components_readout",
                        describe_components(channels, structures, embeddings, options.centre),
                        options.num_features, map_seed);
}

Eigen::VectorXd components_readout(const Channels& channels,
                                   std::span<const ComponentStructure> structures,
                                   const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                   const ComponentsReadoutOptions& options) {
  return sum_of_cosines("components_readout",
                        describe_components(channels, structures, embeddings, options.centre),
                        options.num_features, map_seed);
}

}  // namespace isotypic
