// The settings of networks and trainings that people choose, as `isotypic train` and the
// experiments share them.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "isotypic/base/options.hpp"
#include "isotypic/channels/node_encodings.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/train/optimiser.hpp"
#include "isotypic/train/schedule.hpp"

namespace isotypic::train {

struct TrainOptions;
enum class Loss;

/// The shape of a network, whatever its layers are.
struct NetworkSettings {
  std::int64_t hidden = 128;  ///< width of every layer
  std::int64_t layers = 5;
  std::int64_t heads = 4;  ///< of GATv2 and GraphTransformer
  double dropout = 0.1;    ///< after every layer
  bool residual = false;   ///< add the input of a layer to its output
  bool feed_forward = false;
  bool virtual_node = false;
  // Node encodings that the encoder sees at its input, as in NodeEncodingOptions:
  std::int64_t walks = 0;
  std::int64_t laplacian = 0;
};

[[nodiscard]] const OptionFields<NetworkSettings>& network_fields();

/// The node encodings that such a network reads.
[[nodiscard]] NodeEncodingOptions encoding_columns(const NetworkSettings& settings);

/// Copies the settings.
void set_network(nn::EncoderOptions& encoder, const NetworkSettings& settings);

/// How long and how fast a network is trained.
struct TrainingSettings {
  std::int64_t epochs = 300;   ///< at most
  std::int64_t patience = 40;  ///< epochs without a better validation score; 0: train to the end
  std::int64_t batch_size = 64;
  double learning_rate = 1e-3;
  double weight_decay = 1e-5;
  Optimiser optimiser = Optimiser::Adam;
  Schedule schedule = Schedule::Constant;
  std::int64_t warmup = 0;  ///< epochs in which the learning rate rises from zero
  double clip = 0.0;        ///< gradients are scaled down to this norm; 0: never
};

[[nodiscard]] const OptionFields<TrainingSettings>& training_fields();

/// The same for train(); the rest of the options keeps its defaults.
[[nodiscard]] TrainOptions train_options(const TrainingSettings& settings);

/// What is made small when numbers are predicted.
enum class RegressionLoss { Squared, Absolute };

/// How numbers are learnt; trainings of classes have no such choice.
struct RegressionSettings {
  RegressionLoss loss = RegressionLoss::Squared;
  bool scale_targets = false;  ///< the network learns targets of mean 0 and deviation 1
};

[[nodiscard]] const OptionFields<RegressionSettings>& regression_fields();
[[nodiscard]] Loss regression_loss(const RegressionSettings& settings);

}  // namespace isotypic::train

namespace isotypic {

template <>
struct EnumNames<train::RegressionLoss> {
  static constexpr const char* what = "loss";
  static constexpr std::array<std::pair<train::RegressionLoss, const char*>, 2> table = {
      {{train::RegressionLoss::Squared, "squared"}, {train::RegressionLoss::Absolute, "absolute"}}};
};

}  // namespace isotypic
