#include "isotypic/learn/fit.hpp"

#include <limits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/learn/answers.hpp"
#include "isotypic/learn/description.hpp"
#include "isotypic/learn/features.hpp"
#include "isotypic/learn/retained_energy.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/fingerprint.hpp"
#include "isotypic/train/ranks.hpp"

namespace isotypic::learn {
namespace {

/// Refuses the checkpoint of another training by the first option, or the first thing about the
/// data, that differs, before anything is computed. Another number of epochs is no difference: more
/// of them go on.
void check_resumable(const Pipeline& pipeline, const std::filesystem::path& path) {
  if (path.empty() || !std::filesystem::exists(path)) return;
  const train::Checkpoint checkpoint = train::load_checkpoint(path);
  if (checkpoint.about.empty()) return;  // not written by fit(): train() decides
  const Json about = parse_json(checkpoint.about, path.string());
  const auto compare = [&](const char* what, const Json& saved, const Json& wanted) {
    for (const auto& [field, value] : wanted.items()) {
      if (field == "epochs" || !saved.contains(field) || saved.at(field) == value) continue;
      fail("fit", path.string(), " belongs to another training: ", what, field, " is ",
           dump_json(saved.at(field)), ", not ", dump_json(value));
    }
  };
  const Json saved = about.value("options", Json::object());
  compare("its ", saved, pipeline_fields().to_json(pipeline.options));
  const std::int64_t epochs = pipeline.options.training.epochs;
  if (pipeline.options.training.schedule == train::Schedule::Cosine &&
      saved.value("epochs", epochs) != epochs) {
    fail("fit", path.string(), " was to end after ", saved.value("epochs", epochs),
         " epochs: a cosine ends at its last epoch, so --epochs cannot change: choose another ",
         "--output");
  }
  compare("of its data ", about.value("shape", Json::object()), shape_to_json(pipeline.shape));
}

/// NaN without a test part, and when it does not define the metric.
double test_score(Pipeline& pipeline, const nn::GraphTensors& tensors,
                  const std::vector<std::int64_t>& test) {
  if (test.empty()) return std::numeric_limits<double>::quiet_NaN();
  return train::score_or_nan([&] {
    return train::evaluate(*pipeline.model, tensors, test, pipeline.metric(),
                           pipeline.options.training.batch_size);
  });
}

}  // namespace

FitResult fit(Pipeline& pipeline, Dataset data, const FitOptions& options) {
  if (train::split_fingerprint(pipeline.split, data) != pipeline.shape.split) {
    fail("fit", data.name, " is not the data set that the pipeline was made for");
  }
  check_resumable(pipeline, options.checkpoint);  // before anything is computed
  if (options.ranks != nullptr) {
    options.ranks->wait_for_all();  // one may read its files much longer than another
    options.ranks->check_same(facts_of(pipeline));
  }
  return fit(pipeline, prepare_training(pipeline, std::move(data), options.channels), options);
}

nn::GraphTensors prepare_training(const Pipeline& pipeline, Dataset data,
                                  const ChannelSetOptions& channels) {
  set_truth(data, pipeline.options.task, pipeline.shape);
  return prepare(pipeline, std::move(data), channels);
}

FitResult fit(Pipeline& pipeline, const nn::GraphTensors& tensors, const FitOptions& options) {
  const PipelineOptions& config = pipeline.options;
  check_resumable(pipeline, options.checkpoint);
  const bool resumes = !options.checkpoint.empty() && std::filesystem::exists(options.checkpoint);
  if (options.on_warning && !resumes) {
    const std::string warning = retained_energy_warning(pipeline, tensors);
    if (!warning.empty()) options.on_warning(warning);
  }
  FitResult result;
  train::TrainOptions training = train::train_options(config.training);
  training.loss = pipeline.loss();
  training.metric = pipeline.metric();
  training.seed = static_cast<std::uint64_t>(config.seed);
  training.checkpoint = options.checkpoint;
  training.resume = !options.checkpoint.empty();
  // The fingerprint of the data comes next.
  training.data_id = config.dataset + ", " + std::to_string(tensors.num_graphs) + " graphs; " +
                     enum_name(config.grouping) + "; " + dump_json(known_engines()) +
                     "; fingerprint";
  training.about = describe(pipeline);
  training.progress = options.progress;
  training.stop = options.stop;
  training.ranks = options.ranks;
  training.threads = options.threads;
  // Channels may have taken one rank longer than the others.
  if (options.ranks != nullptr) options.ranks->wait_for_all();
  result.training = train::train(*pipeline.model, tensors, pipeline.split, training);
  const auto& curve = result.training.curve;
  if (!curve.empty() && result.training.best_epoch < 0) {
    fail_as(ErrorKind::Runtime, "fit", "the outputs are not numbers after any of ", curve.size(),
            " epochs: the training diverged");
  }
  result.test_score = test_score(pipeline, tensors, pipeline.split.test);
  return result;
}

}  // namespace isotypic::learn
