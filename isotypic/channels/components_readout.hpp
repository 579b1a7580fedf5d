// The components readout: one vector for a set of components, without a seed, order or truncation.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>

#include "isotypic/channels/structure.hpp"

namespace isotypic {

/// How many numbers describe the structure of a component: log(1 + x) of the dimension and of the
/// multiplicity; 0 or 1 for real, complex and quaternionic type and for trivial; the moments
/// k = 0..10 of the normalised adjacency matrix.
inline constexpr std::int64_t component_structure_size = 17;

/// These numbers, in this order. Throws Error unless there are eleven moments.
[[nodiscard]] Eigen::VectorXd describe_structure(const ComponentStructure& structure);

/// How many numbers describe a component before the map: log(1 + x) of s1, s2, s3 and |mu| (see
/// readout.hpp) of P_i M, then its structure.
inline constexpr std::int64_t component_description_size = 4 + component_structure_size;

struct ComponentsReadoutOptions {
  std::int64_t num_features = 64;  ///< 1 to 65536; fewer are the first of more
  bool centre = false;             ///< subtract the mean row of M first

  friend bool operator==(const ComponentsReadoutOptions&,
                         const ComponentsReadoutOptions&) = default;
};

/// One row per component, component_description_size columns, in the order of the components.
///
/// `channels` must be whole and grouped by components; `structures` are theirs, with eleven moments
/// of the normalised adjacency matrix; `embeddings` have one row per node. Components that hold
/// less than 1e-10 of |M| (1e-6 for float) read exactly zero, as in isotypic_features.
/// Throws Error otherwise, and on NaN or infinity.
[[nodiscard]] Eigen::MatrixXd describe_components(
    const Channels& channels, std::span<const ComponentStructure> structures,
    const Eigen::Ref<const Eigen::MatrixXd>& embeddings, bool centre = false);
[[nodiscard]] Eigen::MatrixXd describe_components(
    const Channels& channels, std::span<const ComponentStructure> structures,
    const Eigen::Ref<const Eigen::MatrixXf>& embeddings, bool centre = false);

/// Feature j is the sum over the components of cos(w_j . x_i + b_j), where x_i describes component
/// i. The map is part of the definition and has no seed: w_j are the first 21 standard normal
/// numbers of Random(0x636F6D706F6E656E, j), and b_j is 2 pi times the uniform number after them.
/// Its slopes are of the order of one, so it does not scale rounding errors up.
///
/// Throws Error as describe_components does, and when num_features is out of range.
[[nodiscard]] Eigen::VectorXd components_readout(
    const Channels& channels, std::span<const ComponentStructure> structures,
    const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
    const ComponentsReadoutOptions& options = {});
[[nodiscard]] Eigen::VectorXd components_readout(
    const Channels& channels, std::span<const ComponentStructure> structures,
    const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
    const ComponentsReadoutOptions& options = {});

}  // namespace isotypic
