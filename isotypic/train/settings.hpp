// The settings of networks and trainings that people choose, as `isotypic train` and the
// experiments share them.
#pragma once

#include <cstdint>

#include "isotypic/base/options.hpp"
#include "isotypic/nn/encoder_options.hpp"

namespace isotypic::train {

struct TrainOptions;

/// The shape of a network, whatever its layers are.
struct NetworkSettings {
  std::int64_t hidden = 128;  ///< width of every layer
  std::int64_t layers = 5;
  std::int64_t heads = 4;  ///< of GATv2 and GraphTransformer
  double dropout = 0.1;    ///< after every layer
};

[[nodiscard]] const OptionFields<NetworkSettings>& network_fields();

/// Copies the settings.
void set_network(nn::EncoderOptions& encoder, const NetworkSettings& settings);

/// How long and how fast a network is trained.
struct TrainingSettings {
  std::int64_t epochs = 300;   ///< at most
  std::int64_t patience = 40;  ///< epochs without a better validation score; 0: train to the end
  std::int64_t batch_size = 64;
  double learning_rate = 1e-3;
  double weight_decay = 1e-5;
};

[[nodiscard]] const OptionFields<TrainingSettings>& training_fields();

/// The same for train(); the rest of the options keeps its defaults.
[[nodiscard]] TrainOptions train_options(const TrainingSettings& settings);

}  // namespace isotypic::train
