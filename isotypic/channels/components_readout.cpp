#include "isotypic/channels/components_readout.hpp"

#include <cmath>
#include <numbers>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/channels/readout.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t num_moments = 11;
constexpr std::int64_t num_statistics = 3;  // s1, s2, s3
constexpr std::int64_t max_features = 65'536;
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

Eigen::VectorXd sum_of_cosines(const Eigen::MatrixXd& descriptions, std::int64_t num_features) {
  if (num_features < 1 || num_features > max_features) {
    fail("components_readout", "num_features must be in 1..", max_features, ", not ", num_features);
  }
  Eigen::VectorXd features(num_features);
  Eigen::VectorXd weights(component_description_size);
  for (std::int64_t j = 0; j < num_features; ++j) {
    Random random(map_seed, static_cast<std::uint64_t>(j));
    for (double& weight : weights) weight = random.normal();
    const double phase = 2.0 * std::numbers::pi * random.uniform();
    features(j) = ((descriptions * weights).array() + phase).cos().sum();
  }
  return features;
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
  return sum_of_cosines(describe_components(channels, structures, embeddings, options.centre),
                        options.num_features);
}

Eigen::VectorXd components_readout(const Channels& channels,
                                   std::span<const ComponentStructure> structures,
                                   const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                   const ComponentsReadoutOptions& options) {
  return sum_of_cosines(describe_components(channels, structures, embeddings, options.centre),
                        options.num_features);
}

}  // namespace isotypic
