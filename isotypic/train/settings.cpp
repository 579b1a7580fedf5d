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
               {.low = 0.0, .high = 1.0, .without_high = true})
          .add("residual", &NetworkSettings::residual, "Add the input of a layer to its output")
          .recorded(Recorded::UnlessDefault)
          .add("feed_forward", &NetworkSettings::feed_forward,
               "Put a feed-forward block behind every layer")
          .recorded(Recorded::UnlessDefault)
          .add("virtual_node", &NetworkSettings::virtual_node,
               "Join all nodes of a graph to a virtual node between the layers")
          .recorded(Recorded::UnlessDefault)
          .add("walks", &NetworkSettings::walks,
               "Add return probabilities of walks of up to this many steps to the nodes at the "
               "input",
               from_to(0, max_encoding_columns))
          .recorded(Recorded::UnlessDefault)
          .add("laplacian", &NetworkSettings::laplacian,
               "Add the heat that the graph's Laplacian leaves at a node after this many times to "
               "the nodes at the input",
               from_to(0, max_encoding_columns))
          .recorded(Recorded::UnlessDefault);
  return fields;
}

NodeEncodingOptions encoding_columns(const NetworkSettings& settings) {
  return {.walks = settings.walks, .laplacian = settings.laplacian};
}

void set_network(nn::EncoderOptions& encoder, const NetworkSettings& settings) {
  encoder.hidden = settings.hidden;
  encoder.layers = settings.layers;
  encoder.heads = settings.heads;
  encoder.dropout = settings.dropout;
  encoder.residual = settings.residual;
  encoder.feed_forward = settings.feed_forward;
  encoder.virtual_node = settings.virtual_node;
  encoder.walks = settings.walks;
  encoder.laplacian = settings.laplacian;
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
               between(0.0, 1e3))
          .add("optimiser", &TrainingSettings::optimiser,
               "AdamW takes the weight decay out of the gradient")
          .recorded(Recorded::UnlessDefault)
          .add("schedule", &TrainingSettings::schedule,
               "What becomes of the learning rate; cosine: it falls to zero at the last epoch")
          .recorded(Recorded::UnlessDefault)
          .add("warmup", &TrainingSettings::warmup,
               "Epochs in which the learning rate rises from zero", from_to(0, 1'000'000'000))
          .recorded(Recorded::UnlessDefault)
          .add("clip", &TrainingSettings::clip,
               "Scale gradients down to this norm where theirs is larger; 0: never",
               between(0.0, 1e30))
          .recorded(Recorded::UnlessDefault);
  return fields;
}

const OptionFields<RegressionSettings>& regression_fields() {
  static const auto fields =
      OptionFields<RegressionSettings>()
          .add("loss", &RegressionSettings::loss,
               "Which error a training makes small when it learns numbers")
          .recorded(Recorded::UnlessDefault)
          .add("scale_targets", &RegressionSettings::scale_targets,
               "Let the network learn targets of mean 0 and deviation 1; answers are scaled back")
          .recorded(Recorded::UnlessDefault);
  return fields;
}

Loss regression_loss(const RegressionSettings& settings) {
  return settings.loss == RegressionLoss::Absolute ? Loss::MeanAbsoluteError
                                                   : Loss::MeanSquaredError;
}

TrainOptions train_options(const TrainingSettings& settings) {
  return {.epochs = settings.epochs,
          .batch_size = settings.batch_size,
          .adam = {.learning_rate = settings.learning_rate,
                   .weight_decay = settings.weight_decay,
                   .optimiser = settings.optimiser},
          .patience = settings.patience,
          .schedule = settings.schedule,
          .warmup = settings.warmup,
          .clip = settings.clip};
}

}  // namespace isotypic::train
