// The pooled readout: one vector of fixed length for all components of a graph of any size.
//
// A graph with a million nodes can have a hundred thousand components, most of them of a few types:
// pairs of twins, triples of leaves. Every component is described by its statistics and by what
// names its type, and the descriptions are pooled as a set. It needs no seed, order or truncation.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "isotypic/channels/local_decomposition.hpp"

namespace isotypic {

/// How many numbers describe a component: log(1 + x) of |column sums of P M|, of |P M|, and of the
/// sum over nodes of |row of P M|; its type: log(1 + x) of dimension and multiplicity, 0 or 1 for
/// real, complex and quaternionic type and for trivial; sign(x) log(1 + |x|) of the means of the
/// eigenvalues that A and L have in it, which tell adjacent twins from others.
///
/// All of them are sums over the nodes of the component's own motif, so that motifs are described
/// alike in small and large graphs.
inline constexpr std::int64_t pooled_description_size = 11;

struct PooledReadoutOptions {
  std::int64_t num_features = 64;  ///< 1 to 65536; fewer are the first of more
  bool centre = false;             ///< subtract the mean row of M first

  friend bool operator==(const PooledReadoutOptions&, const PooledReadoutOptions&) = default;
};

/// One row per component, pooled_description_size columns, in the order of the blocks.
///
/// Dense channels must be whole and grouped by components, local ones whole; `embeddings` have one
/// row per node. Components that hold less than 1e-10 of |M| read exactly zero, as in
/// isotypic_features. Both decompositions of one graph give the same rows up to rounding.
/// Throws Error otherwise, and on NaN or infinity.
[[nodiscard]] Eigen::MatrixXd describe_blocks(const Channels& channels,
                                              const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                              bool centre = false);
[[nodiscard]] Eigen::MatrixXd describe_blocks(const LocalChannels& channels,
                                              const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                              bool centre = false);

/// Feature j is the sum over the components of cos(w_j . x_i + b_j), where x_i describes component
/// i. The map is part of the definition and has no seed: w_j are the first 11 standard normal
/// numbers of Random(0x706F6F6C65640A00, j), and b_j is 2 pi times the uniform number after them.
///
/// Throws Error as describe_blocks does, and when num_features is out of range.
[[nodiscard]] Eigen::VectorXd pooled_features(const Channels& channels,
                                              const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                              const PooledReadoutOptions& options = {});
[[nodiscard]] Eigen::VectorXd pooled_features(const LocalChannels& channels,
                                              const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
                                              const PooledReadoutOptions& options = {});

}  // namespace isotypic
