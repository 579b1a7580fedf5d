// Similarities: what random encoders and readouts see of pairs of graphs. Nothing is trained.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/context.hpp"
#include "experiments/readout_choice.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"

namespace at {
class Tensor;
}

namespace isotypic::experiments {

/// Of GIN beside a hash-free readout: a node counts 1 + eps. With eps = 0 it counts like one of its
/// neighbours, and then even two marks do not tell the prism from the Moebius ladder on 10 nodes.
inline constexpr double hash_free_eps = 0.3;

/// One number per pair and seed.
using Samples = std::vector<std::vector<double>>;

struct PairMeasurements {
  std::vector<nn::LayerKind> encoders;
  std::vector<ReadoutChoice> readouts;
  std::vector<std::vector<Samples>> similarities;  ///< [encoder][readout][pair][seed]
  /// The share of the energy of a graph's embeddings that the blocks of a readout hold; 1 for
  /// baselines. Indexed likewise.
  std::vector<std::vector<Samples>> first_energies;
  std::vector<std::vector<Samples>> second_energies;

  bool complete = false;  ///< false: stopped before the end, and nothing can be said
};

/// For every seed: relabels all graphs at random, each on its own, embeds them by each random
/// encoder in evaluation mode (constant features, double precision), and compares the readouts of
/// the two graphs of every pair. The seed is also that of the channels and of R.
///
/// Hash-free readouts differ little where they differ, so every pair has a model of its own with
/// fixed norms: the features of the two graphs are standardised over the pair. They are then
/// opposite where they differ by more than 1e-9 of their size, and zero where they do not.
[[nodiscard]] PairMeasurements measure_pairs(const std::vector<GraphPair>& pairs,
                                             const std::vector<nn::LayerKind>& encoders,
                                             const std::vector<ReadoutChoice>& readouts,
                                             std::int64_t seeds, const RunContext& context);

/// The cosine of the angle between two vectors, 1 if both are zero, 0 if only one of them is.
[[nodiscard]] double embedding_similarity(const at::Tensor& a, const at::Tensor& b);

/// The numbers of columns of the blocks of a graph, in block order.
[[nodiscard]] std::vector<std::int64_t> block_dimensions(const Graph& graph);

}  // namespace isotypic::experiments
