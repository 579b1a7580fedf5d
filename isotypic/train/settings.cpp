#include "isotypic/train/settings.hpp"

#include "isotypic/train/trainer.hpp"

namespace isotypic::train {

const OptionFields<NetworkSettings>& network_fields() {
  static const auto fields =
      OptionFields<NetworkSettings>()
          .add("hidden", &NetworkSettings::hidden, "Width of every layer", from_to(1, 65'536))
          .add("layers", &NetworkSettings::layers, "Message-passing layers", from_to(1, 1000))
          .add("heads", &NetworkSettings::heads, "Attention heads of GATv2 and GraphTransformer",
               from_to(1, 1000))
          .add("dropout", &NetworkSettings::dropout, "Dropout after every layer",
               {.low = 0.0, .high = 1.0, .without_high = true});
  return fields;
}

void set_network(nn::EncoderOptions& encoder, const NetworkSettings& settings) {
  encoder.hidden = settings.hidden;
  encoder.layers = settings.layers;
  encoder.heads = settings.heads;
  encoder.dropout = settings.dropout;
}

const OptionFields<TrainingSettings>& training_fields() {
  static const auto fields =
      OptionFields<TrainingSettings>()
          .add("epochs", &TrainingSettings::epochs, "Train at most this many epochs",
               from_to(1, 1'000'000'000))
          .add("patience", &TrainingSettings::patience,
               "Stop after this many epochs without a better validation score; 0: never",
               {.least = 0})
          .add("batch_size", &TrainingSettings::batch_size, "Graphs per step", {.least = 1})
          .add("learning_rate", &TrainingSettings::learning_rate, "Learning rate of Adam",
               {.low = 0.0, .high = 1e3, .without_low = true})
          .add("weight_decay", &TrainingSettings::weight_decay, "Weight decay of Adam",
               between(0.0, 1e3));
  return fields;
}

TrainOptions train_options(const TrainingSettings& settings) {
  return {.epochs = settings.epochs,
          .batch_size = settings.batch_size,
          .adam = {.learning_rate = settings.learning_rate, .weight_decay = settings.weight_decay},
          .patience = settings.patience};
}

}  // namespace isotypic::train
