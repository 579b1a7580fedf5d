#include "isotypic/train/trainer.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/fingerprint.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/thread_count.hpp"
#include "isotypic/train/training_state.hpp"

namespace isotypic::train {
namespace {

using NamedTensors = std::vector<std::pair<std::string, at::Tensor>>;

/// Parameters and buffers: all that a forward pass depends on.
NamedTensors state_of(const nn::GraphModel& model) {
  NamedTensors state;
  for (const auto& item : model.named_parameters()) state.emplace_back(item.key(), item.value());
  for (const auto& item : model.named_buffers()) state.emplace_back(item.key(), item.value());
  return state;
}

std::vector<at::Tensor> copies(const NamedTensors& state) {
  std::vector<at::Tensor> clones;
  for (const auto& [name, tensor] : state) clones.push_back(tensor.detach().clone());
  return clones;
}

std::string config_text(const nn::GraphModel& model, const nn::GraphTensors& data,
                        const Split& split, const TrainOptions& options) {
  std::ostringstream text;
  text.precision(17);
  text << nn::describe(model.options) << "; loss " << static_cast<int>(options.loss) << ", metric "
       << static_cast<int>(options.metric) << ", batch " << options.batch_size << ", rate "
       << options.adam.learning_rate << ", betas " << options.adam.beta1 << ' '
       << options.adam.beta2 << ", eps " << options.adam.eps << ", decay "
       << options.adam.weight_decay << ", patience " << options.patience << ", seed "
       << options.seed;
  if (options.plateau) {
    text << ", plateau " << options.plateau->factor << ' ' << options.plateau->patience << ' '
         << options.plateau->threshold << ' ' << options.plateau->min_rate;
  }
  if (options.adam.optimiser == Optimiser::AdamW) text << ", AdamW";
  if (options.warmup > 0) text << ", warm-up " << options.warmup;
  if (options.clip > 0.0) text << ", clip " << options.clip;
  // A constant rate does not depend on the last epoch, and such a training may be prolonged.
  if (options.schedule == Schedule::Cosine) text << ", cosine over " << options.epochs;
  text << "; data " << options.data_id;
  // Only a checkpoint has to know its data again.
  if (!options.checkpoint.empty()) text << ' ' << data_fingerprint(data, split);
  return text.str();
}

void check_options(const Split& split, const TrainOptions& options) {
  constexpr const char* where = "train";
  if (options.epochs < 0) fail(where, "negative number of epochs ", options.epochs);
  if (options.batch_size < 1) fail(where, "batches of ", options.batch_size, " graphs");
  if (options.warmup < 0) fail(where, "negative number of warm-up epochs ", options.warmup);
  if (!(options.clip >= 0.0)) fail(where, "gradients cannot be clipped at ", options.clip);
  if (options.threads < 1) fail(where, "needs at least one thread, got ", options.threads);
  if (split.train.empty() || split.valid.empty()) {
    fail(where, "training and validation part need at least one graph each");
  }
  if (options.resume && options.checkpoint.empty()) fail(where, "no checkpoint to resume from");
  if (options.device.is_cuda() && !at::hasCUDA()) fail(where, "this LibTorch has no CUDA");
}

/// Calls body(batch) for consecutive batches of `ids`.
template <typename Body>
void over_batches(const nn::GraphTensors& data, std::span<const std::int64_t> ids,
                  std::int64_t batch_size, at::Device device, Body&& body) {
  while (!ids.empty()) {
    std::size_t count = std::min(static_cast<std::size_t>(batch_size), ids.size());
    // A single node is no batch for BatchNorm: as the last one it joins those before it.
    const bool one_more = ids.size() == count + 1;
    if (one_more && data.node_offsets[ids.back() + 1] - data.node_offsets[ids.back()] == 1) ++count;
    body(nn::to_device(nn::make_batch(data, ids.first(count)), device));
    ids = ids.subspan(count);
  }
}

/// A training under way.
class Run {
 public:
  Run(nn::GraphModel& model, const nn::GraphTensors& data, const Split& split,
      const TrainOptions& options)
      : model_(model),
        data_(data),
        split_(split),
        options_(options),
        config_(config_text(model, data, split, options)),
        adam_(model.parameters(), options.adam),
        rate_(options.adam.learning_rate),
        plateau_(options.plateau.value_or(PlateauOptions{})),
        stopping_(options.patience),
        state_(state_of(model)),
        best_(copies(state_)) {}

  TrainResult run() {
    if (options_.resume && std::filesystem::exists(options_.checkpoint)) load();
    bool stopped = false;
    for (auto epoch = std::ssize(curve_); epoch < options_.epochs; ++epoch) {
      if (epoch > 0 && stopping_.should_stop(epoch - 1)) break;
      if (options_.stop.stop_requested()) {
        stopped = true;
        break;
      }
      finish_epoch(epoch, train_epoch(epoch));
      if (!options_.checkpoint.empty()) save();
      if (options_.progress) options_.progress(curve_.back());
    }
    // An interrupted run keeps its latest weights in the checkpoint; the caller gets the best.
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < state_.size(); ++i) state_[i].second.copy_(best_[i]);
    model_.eval();
    const double sign = larger_is_better(options_.metric) ? 1.0 : -1.0;
    return {curve_, stopping_.best_epoch, sign * stopping_.best, stopped};
  }

 private:
  double train_epoch(std::int64_t epoch) {
    model_.train();
    double sum = 0.0;
    double seen = 0.0;  // graphs of this epoch
    const auto order = shuffled(split_.train, options_.seed, epoch);
    const auto graphs = static_cast<double>(order.size());
    over_batches(data_, order, options_.batch_size, options_.device, [&](const nn::Batch& batch) {
      adam_.zero_grad();
      const at::Tensor loss = compute_loss(options_.loss, model_.forward(batch), batch);
      const double value = loss.item<double>();
      if (!std::isfinite(value)) {
        fail_as(ErrorKind::Runtime, "train", "the loss is ",
                std::isnan(value) ? "not a number" : "infinite", " in epoch ", epoch + 1);
      }
      loss.backward();
      if (options_.clip > 0.0) adam_.clip_gradients(options_.clip);
      const auto size = static_cast<double>(batch.labels.size(0));
      // In the middle of the batch the rate is nowhere zero.
      const double done = static_cast<double>(epoch) + (seen + 0.5 * size) / graphs;
      adam_.options.learning_rate = rate_ * rate_factor(options_.schedule, options_.warmup, done,
                                                        static_cast<double>(options_.epochs));
      adam_.step();
      seen += size;
      sum += value * size;
    });
    return sum / static_cast<double>(split_.train.size());
  }

  void finish_epoch(std::int64_t epoch, double train_loss) {
    const double score = evaluate(model_, data_, split_.valid, options_.metric, options_.batch_size,
                                  options_.device);
    curve_.push_back({epoch, train_loss, score, adam_.options.learning_rate});
    const double oriented = larger_is_better(options_.metric) ? score : -score;
    if (stopping_.update(oriented, epoch)) best_ = copies(state_);
    if (options_.plateau) {
      rate_ = plateau_.update(oriented, rate_);
    }
  }

  [[nodiscard]] NamedTensors optimiser_state() const {
    return {{"first_moment", adam_.first_moment}, {"second_moment", adam_.second_moment}};
  }

  void save() const {
    const TrainingState state{.steps = adam_.steps,
                              .learning_rate = rate_,
                              .plateau_best = plateau_.best,
                              .plateau_bad_epochs = plateau_.bad_epochs,
                              .best = stopping_.best,
                              .best_epoch = stopping_.best_epoch,
                              .dropout_seed = model_.stream->seed,
                              .dropout_counter = model_.stream->counter,
                              .curve = curve_};
    Checkpoint checkpoint{config_, options_.about, format_state(state), {}};
    for (std::size_t i = 0; i < state_.size(); ++i) {
      checkpoint.tensors.emplace_back("model/" + state_[i].first, state_[i].second);
      checkpoint.tensors.emplace_back("best/" + state_[i].first, best_[i]);
    }
    for (const auto& [name, tensor] : optimiser_state()) {
      checkpoint.tensors.emplace_back("adam/" + name, tensor);
    }
    save_checkpoint(options_.checkpoint, checkpoint);
  }

  void load() {
    const Checkpoint checkpoint = load_checkpoint(options_.checkpoint, config_);
    TrainingState state = parse_state(checkpoint.state, options_.checkpoint.string());
    NamedTensors best;
    for (std::size_t i = 0; i < state_.size(); ++i) best.emplace_back(state_[i].first, best_[i]);
    restore_tensors(checkpoint, "best/", best);
    restore_tensors(checkpoint, "adam/", optimiser_state());
    restore_tensors(checkpoint, "model/", state_);
    adam_.steps = state.steps;
    rate_ = state.learning_rate;
    plateau_.best = state.plateau_best;
    plateau_.bad_epochs = state.plateau_bad_epochs;
    stopping_.best = state.best;
    stopping_.best_epoch = state.best_epoch;
    *model_.stream = {state.dropout_seed, state.dropout_counter};
    curve_ = std::move(state.curve);
  }

  nn::GraphModel& model_;
  const nn::GraphTensors& data_;
  const Split& split_;
  const TrainOptions& options_;
  std::string config_;
  Adam adam_;
  double rate_;  ///< before the schedule
  ReduceOnPlateau plateau_;
  EarlyStopping stopping_;
  NamedTensors state_;
  std::vector<at::Tensor> best_;
  std::vector<EpochRecord> curve_;
};

}  // namespace

TrainResult train(nn::GraphModel& model, const nn::GraphTensors& data, const Split& split,
                  const TrainOptions& options) {
  check_options(split, options);
  const ThreadCountScope threads(options.threads);
  return translate_exceptions("train", [&] {
    model.to(options.device);
    // A checkpoint brings its own.
    model.learn_scales(data, split.train);
    return Run(model, data, split, options).run();
  });
}

at::Tensor predict(nn::GraphModel& model, const nn::GraphTensors& data,
                   std::span<const std::int64_t> ids, std::int64_t batch_size, at::Device device) {
  if (ids.empty() || batch_size < 1) {
    fail("predict", ids.size(), " graphs in batches of ", batch_size);
  }
  const at::NoGradGuard no_grad;
  if (model.is_training()) model.eval();  // writes nothing where several threads predict
  std::vector<at::Tensor> outputs;
  over_batches(data, ids, batch_size, device, [&](const nn::Batch& batch) {
    outputs.push_back(model.forward(batch).to(at::kCPU));
  });
  return at::cat(outputs);
}

double evaluate(nn::GraphModel& model, const nn::GraphTensors& data,
                std::span<const std::int64_t> ids, Metric metric, std::int64_t batch_size,
                at::Device device) {
  const at::Tensor output = predict(model, data, ids, batch_size, device);
  const at::Tensor index = at::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()));
  return compute_metric(
      metric, output, data.labels.index_select(0, index),
      data.targets.defined() ? data.targets.index_select(0, index) : at::Tensor());
}

void write_learning_curve(const std::filesystem::path& path, std::span<const EpochRecord> curve) {
  std::string text = "epoch,train_loss,valid_score,learning_rate\n";
  for (const EpochRecord& record : curve) {
    text += std::to_string(record.epoch + 1);
    for (const double value : {record.train_loss, record.valid_score, record.learning_rate}) {
      text += ',' + exact_number(value);
    }
    text += '\n';
  }
  write_file(path, text);
}

}  // namespace isotypic::train
