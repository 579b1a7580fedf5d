// BREC's official protocol on one pair: a model is trained to tell the two graphs apart from
// relabelled copies, then judged by Hotelling's T^2. Constants: the benchmark's own program.
#pragma once

#include <cstdint>
#include <string>

#include "experiments/brec/brec_statistics.hpp"
#include "experiments/separation/similarity.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/data/brec.hpp"

namespace isotypic::experiments {

enum class Precision { Float32, Float64 };

struct BrecProtocol {
  std::int64_t outputs = 16;  ///< width of an embedding
  std::int64_t batch_size = 16;
  std::int64_t epochs = 20;
  double learning_rate = 1e-4;
  double weight_decay = 1e-4;
  double loss_threshold = 0.2;  ///< training ends when the loss of an epoch is below
  double margin = 0.0;          ///< of the cosine loss
  double epsilon = 1e-7;        ///< of cov + epsilon I
  double norm_bias = 0.0;       ///< what the biases of BatchNorm start from
  Precision precision = Precision::Float32;
  Grouping grouping = Grouping::Channels;  ///< Components: blocks that do not depend on the seed
  bool as_labelled = false;                ///< channels that follow the node numbers of each copy
};

/// What came out for one pair.
struct BrecOutcome {
  PairedComparison pair;
  PairedComparison reliability;  ///< the same for copies of one graph
  double loss = 0.0;             ///< of the last epoch
  std::int64_t epochs = 0;       ///< trained
  /// How much of the embeddings the blocks of the readout hold; 1 for baselines.
  double first_energy = 1.0;
  double second_energy = 1.0;
  /// |z - z'| / max(|z|, |z'|) of what the readout sees of the two graphs before any training, in
  /// double precision: 0 if it sees no difference.
  double untrained_difference = 0.0;
  bool reads_nothing = false;  ///< what the readout sees of both graphs is exactly zero, likewise
};

/// Weights, R and channels are functions of (seed, number): `number` is that of the pair.
[[nodiscard]] BrecOutcome run_brec_pair(const BrecCopies& copies, const std::string& encoder,
                                        const ReadoutChoice& readout, const BrecProtocol& protocol,
                                        std::uint64_t seed, std::int64_t number);

}  // namespace isotypic::experiments
