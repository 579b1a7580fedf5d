// Untrained operators: what the readout `operators` can tell apart before anything is learned.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/channels/orbital_descriptors.hpp"

namespace isotypic::experiments {

struct UntrainedOperators {
  bool sizes = false;       ///< phi has the sizes of orbits and orbitals
  std::int64_t rounds = 1;  ///< how often nodes see each other; the readout has one
  std::uint64_t seed = 0;   ///< of all weights
};

/// Features of a graph whose nodes all begin alike, from its described pairs: all of them, and with
/// the usual DescriptorOptions. With phi_ij as in OrbitalDescriptors and
/// operators (S_h)_ij = cos(w_h . phi_ij + b_h), a round turns the embeddings x of all nodes into
///   sin(W [x_i, mean_j (S_h)_ij (V x_j)_h, mean_j (S_h)_ij, (S_h)_ii, return probabilities of i])
/// and the features are the means over the nodes. Every function is smooth and all weights are
/// random. Two colourings bound what they see: 2-FWL of pairs, with the sizes or without.
///
/// Rounding cannot separate: described values are taken to the nearest multiple of 2^-42 and sums
/// are sums of whole numbers, whose order does not matter. Up to values that fall between two
/// multiples, graphs that the bound does not tell apart get equal bytes.
[[nodiscard]] std::vector<double> operator_features(const OrbitalDescriptors& pairs,
                                                    const UntrainedOperators& options);

/// The least difference of a feature that counts: many times what a value between two multiples
/// can cause.
inline constexpr double least_feature_difference = 1e-10;

/// Whether a feature of two graphs differs by more.
[[nodiscard]] bool told_apart_by_operators(const OrbitalDescriptors& first,
                                           const OrbitalDescriptors& second,
                                           const UntrainedOperators& options);

}  // namespace isotypic::experiments
