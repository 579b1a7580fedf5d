// BREC's official protocol on one pair: a model is trained to tell the two graphs apart from
// relabelled copies, then judged by Hotelling's T^2. Constants: the benchmark's own program.
#pragma once

#include <cstdint>

#include "experiments/brec/brec_statistics.hpp"
#include "experiments/channel_choice.hpp"
#include "experiments/network_choice.hpp"
#include "experiments/number_choice.hpp"
#include "experiments/readout_choice.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/train/settings.hpp"

namespace isotypic::experiments {

struct BrecProtocol {
  train::TrainingSettings training{
      .epochs = 20, .patience = 0, .batch_size = 16, .learning_rate = 1e-4, .weight_decay = 1e-4};
  std::int64_t outputs = 16;    ///< width of an embedding
  double loss_threshold = 0.2;  ///< training ends when the loss of an epoch is below
  double margin = 0.0;          ///< of the cosine loss
  double epsilon = 1e-7;        ///< of cov + epsilon I
  double norm_bias = 0.0;       ///< what the biases of BatchNorm start from
  NumberChoice numbers;
  ChannelChoice channels;
  NetworkChoice network;
};

[[nodiscard]] const OptionFields<BrecProtocol>& brec_protocol_fields();

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
  std::int64_t copies = 0;     ///< marked copies of the two graphs; 0 for readouts without marks
  double tuples = 0.0;         ///< that they stand for
};

/// Weights, R and channels are functions of (seed, number): `number` is that of the pair.
///
/// Where graphs do not see each other in training (Normalisation::Fixed, no dropout), a network
/// gives equal outputs and gradients for relabelled copies, so it is trained on one copy of each
/// graph. It is always judged by all copies.
[[nodiscard]] BrecOutcome run_brec_pair(const BrecCopies& copies, nn::LayerKind encoder,
                                        const ReadoutChoice& readout, const BrecProtocol& protocol,
                                        std::uint64_t seed, std::int64_t number);

}  // namespace isotypic::experiments
