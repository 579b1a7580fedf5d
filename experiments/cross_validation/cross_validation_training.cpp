#include "experiments/cross_validation/cross_validation_training.hpp"

#include <ATen/Parallel.h>

#include <cmath>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/learn/baseline.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/schedule.hpp"
#include "isotypic/train/training_state.hpp"

namespace isotypic::experiments {
namespace {

/// The best epoch so far, also of the epochs before an interruption.
train::EarlyStopping stopping_so_far(const learn::Pipeline& pipeline,
                                     const std::filesystem::path& checkpoint) {
  train::EarlyStopping stopping(pipeline.options.training.patience);
  if (checkpoint.empty() || !std::filesystem::exists(checkpoint)) return stopping;
  const std::string state = train::load_checkpoint(checkpoint).state;
  const double sign = train::larger_is_better(pipeline.metric()) ? 1.0 : -1.0;
  for (const train::EpochRecord& epoch : train::parse_state(state, checkpoint.string()).curve) {
    (void)stopping.update(sign * epoch.valid_score, epoch.epoch);
  }
  return stopping;
}

/// What people see of a training after each epoch.
class Steps {
 public:
  Steps(const CrossValidationJob& job, std::int64_t number, const learn::Pipeline& pipeline,
        const std::filesystem::path& checkpoint)
      : sign_(train::larger_is_better(pipeline.metric()) ? 1.0 : -1.0),
        stopping_(stopping_so_far(pipeline, checkpoint)),
        step_{.job = number,
              .name = job.name,
              .metric = enum_name(pipeline.metric()),
              .epochs = pipeline.options.training.epochs} {}

  const TrainingStep& after(const train::EpochRecord& record) {
    (void)stopping_.update(sign_ * record.valid_score, record.epoch);
    step_.epoch = record.epoch + 1;
    step_.score = record.valid_score;
    step_.best = sign_ * stopping_.best;
    step_.best_epoch = stopping_.best_epoch + 1;
    if (stopping_.patience > 0) {
      step_.patience_left = stopping_.patience - (record.epoch - stopping_.best_epoch);
    }
    return step_;
  }

 private:
  double sign_;
  train::EarlyStopping stopping_;
  TrainingStep step_;
};

Json number_or_null(double value) { return std::isfinite(value) ? Json(value) : Json(nullptr); }

void keep_model(const CrossValidationPlaces& places, const CrossValidationJob& job,
                const std::filesystem::path& checkpoint) {
  if (places.models.empty() || checkpoint.empty()) return;
  const std::filesystem::path folder = places.models / model_folder(job.name);
  std::filesystem::create_directories(folder);
  write_file((folder / "model.checkpoint").string(), read_file(checkpoint.string()));
}

}  // namespace

Json train_job(const CrossValidationJob& job, std::int64_t number, learn::Pipeline pipeline,
               const nn::GraphTensors& tensors, const std::filesystem::path& checkpoint,
               const CrossValidationPlaces& places, const RunContext& context) {
  at::set_num_threads(1);
  learn::FitOptions fit{.checkpoint = checkpoint, .stop = context.stop, .threads = context.threads};
  Steps steps(job, number, pipeline, checkpoint);
  if (places.on_epoch) {
    fit.progress = [&](const train::EpochRecord& epoch) { places.on_epoch(steps.after(epoch)); };
  }
  const learn::FitResult result = learn::fit(pipeline, tensors, fit);
  if (result.training.stopped) fail_as(ErrorKind::Cancelled, "cross_validate", "stopped");
  keep_model(places, job, checkpoint);
  Json row = {{"test", number_or_null(result.test_score)},
              {"validation", number_or_null(result.training.best_score)},
              {"baseline", number_or_null(learn::baseline_score(pipeline, tensors))},
              {"best_epoch", result.training.best_epoch + 1},
              {"curve", Json::array()}};
  for (const train::EpochRecord& epoch : result.training.curve) {
    row["curve"].push_back({epoch.train_loss, number_or_null(epoch.valid_score)});
  }
  if (places.on_end) places.on_end(number);
  if (context.on_note) {
    const std::string metric = enum_name(pipeline.metric());
    context.on_note(job.name + ": test " + metric + " " + format_number(result.test_score) +
                    ", validation " + format_number(result.training.best_score) + " at epoch " +
                    std::to_string(result.training.best_epoch + 1) + " of " +
                    std::to_string(result.training.curve.size()));
  }
  return row;
}

}  // namespace isotypic::experiments
