#include "experiments/copy_classifier.hpp"

#include <ATen/Parallel.h>

#include "experiments/isomorphic_copies.hpp"
#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/train/trainer.hpp"

namespace isotypic::experiments {

const OptionFields<CopyTraining>& copy_training_fields() {
  static const auto fields = OptionFields<CopyTraining>()
                                 .nest(&CopyTraining::settings, train::training_fields())
                                 .add("norm_bias", &CopyTraining::norm_bias,
                                      "Initial bias of BatchNorm", norm_bias_range())
                                 .nest(&CopyTraining::numbers, number_choice_fields())
                                 .recorded(Recorded::UnlessDefault)
                                 .nest(&CopyTraining::network, network_choice_fields());
  return fields;
}

void add_stand_ins(const std::vector<Sample>& samples, const CopyTraining& training,
                   nn::LayerKind encoder, CopyData& data) {
  if (!treats_graphs_apart(chosen(encoder_options(encoder, {}), training.network))) return;
  data.tensors.stand_ins = first_isomorphic(samples);
  for (const std::int64_t g : data.split.test) data.tensors.stand_ins[g] = g;
}

Json train_copy_classifier(const CopyClassifier& classifier, const CopyData& data,
                           const CopyTraining& training, const CopyCheckpoint& checkpoint,
                           const std::stop_token& stop) {
  at::set_num_threads(1);
  nn::GraphModel model(
      {.encoder = chosen(encoder_options(classifier.encoder,
                                         nn::degree_histogram(data.tensors, data.split.train)),
                         training.network),
       .readout = nn::named_readout(classifier.readout, classifier.blocks, classifier.seed),
       .outputs = 2,
       .seed = classifier.weight_seed});
  model.to(dtype_of(training.numbers.precision));
  fill_norm_biases(*model.encoder, training.norm_bias);
  fill_eps(*model.encoder, training.network.eps);
  train::TrainOptions options = train::train_options(training.settings);
  options.seed = classifier.seed;
  options.checkpoint = checkpoint.path;
  options.resume = !checkpoint.path.empty();
  options.data_id = checkpoint.data_id;
  options.stop = stop;
  const train::TrainResult result = train::train(model, data.tensors, data.split, options);
  if (result.stopped) fail_as(ErrorKind::Cancelled, "train_copy_classifier", "stopped");
  if (result.best_epoch < 0) {
    fail_as(ErrorKind::Runtime, "train_copy_classifier", enum_name(classifier.encoder), " with ",
            classifier.readout, ", seed ", classifier.seed, ": the training diverged");
  }
  return {{"test_accuracy",
           train::evaluate(model, data.tensors, data.split.test, train::Metric::Accuracy)},
          {"valid_accuracy", result.best_score},
          {"best_epoch", result.best_epoch + 1},
          {"epochs", std::ssize(result.curve)},
          {"train_loss", result.curve.back().train_loss}};
}

}  // namespace isotypic::experiments
