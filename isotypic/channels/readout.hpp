// The isotypic readout: node embeddings to one permutation-invariant vector, channel by channel.
//
// With Q_a the basis of channel a and P_a = Q_a Q_a^T, the block statistics of M are
//   s1 = |column sums of P_a M|, s2 = |P_a M|, s3 = mean over nodes of |row of P_a M|,
//   mu^T R, where mu is the mean row of P_a M and R a fixed random projection.
// No projector is ever formed. Theory: docs/explanation/theory.md, §6.
#pragma once

#include <Eigen/Core>
#include <cstdint>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// The most features of one graph, 128 MiB of doubles.
inline constexpr std::int64_t max_num_features = std::int64_t{1} << 24;

/// What the isotypic readout keeps of the blocks.
enum class ReadoutVariant {
  Full,          ///< (s1, s2, s3, mu^T R) of every block, block after block
  Linear,        ///< the sum over the blocks of mu^T R
  LinearBlocks,  ///< mu^T R of every block, block after block
};

/// What the isotypic readout reads; shared by the core and the neural networks.
struct IsotypicReadoutOptions {
  ReadoutVariant variant = ReadoutVariant::Full;
  std::int64_t max_blocks = 8;  ///< blocks read; missing ones read zero; 0 reads what there is
  std::int64_t rp_dim = 8;      ///< columns of R
  std::uint64_t seed = 0;       ///< of R
  bool centre = false;          ///< subtract the mean row of M first

  friend bool operator==(const IsotypicReadoutOptions&, const IsotypicReadoutOptions&) = default;
};

template <typename Scalar>
struct Features {
  Eigen::Vector<Scalar, Eigen::Dynamic> values;
  /// The part of |M|^2 (after centring) that lies in the blocks that were read, in 0..1; 1 when
  /// there is nothing to read.
  double retained_energy = 1.0;
};

/// The number of features: a function of the options and, for max_blocks = 0, of the channels.
[[nodiscard]] std::int64_t num_features(const IsotypicReadoutOptions& options,
                                        const Channels& channels);

/// Reads `embeddings`, one row per node of the graph.
///
/// Arithmetic is in double. A block whose |P_a M| is below 1e-10 |M| (1e-6 |M| for float, whose
/// embeddings carry that much rounding) reads exactly zero, and so do s1 and mu of every channel
/// outside the trivial component, where they vanish. Embeddings of any magnitude are read
/// without overflow on the way.
///
/// Throws Error when the rows do not match the nodes, on NaN or infinity, naming the row, when the
/// features leave the range of the type, or when there would be more than max_num_features.
[[nodiscard]] Features<double> isotypic_features(
    const Channels& channels, const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
    const IsotypicReadoutOptions& options = {});
[[nodiscard]] Features<float> isotypic_features(const Channels& channels,
                                                const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                                const IsotypicReadoutOptions& options = {});

/// The same with a given R of embeddings.cols() rows, for callers that read many graphs; its
/// columns take the place of options.rp_dim and options.seed.
[[nodiscard]] Features<double> isotypic_features(
    const Channels& channels, const Eigen::Ref<const Eigen::MatrixXd>& embeddings,
    const IsotypicReadoutOptions& options, const Eigen::MatrixXd& projection);
[[nodiscard]] Features<float> isotypic_features(const Channels& channels,
                                                const Eigen::Ref<const Eigen::MatrixXf>& embeddings,
                                                const IsotypicReadoutOptions& options,
                                                const Eigen::MatrixXd& projection);

}  // namespace isotypic
