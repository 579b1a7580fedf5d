#include "isotypic/train/trainer.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <sstream>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/team.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/fingerprint.hpp"
#include "isotypic/train/ranks.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/shares.hpp"
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
  // Only a checkpoint and other ranks have to know the data again.
  if (!options.checkpoint.empty() || options.ranks != nullptr) {
    text << ' ' << data_fingerprint(data, split);
  }
  return text.str();
}

void check_options(const Split& split, const TrainOptions& options) {
  constexpr const char* where = "train";
  if (options.epochs < 0) fail(where, "negative number of epochs ", options.epochs);
  if (options.batch_size < 1) fail(where, "batches of ", options.batch_size, " graphs");
  if (options.warmup < 0) fail(where, "negative number of warm-up epochs ", options.warmup);
  if (!(options.clip >= 0.0)) fail(where, "gradients cannot be clipped at ", options.clip);
  if (options.threads < 0) fail(where, "negative number of threads ", options.threads);
  if (split.train.empty() || split.valid.empty()) {
    fail(where, "training and validation part need at least one graph each");
  }
  if (options.resume && options.checkpoint.empty()) fail(where, "no checkpoint to resume from");
  if (options.ranks != nullptr && !options.device.is_cpu()) fail(where, "ranks train on CPUs");
  if (options.device.is_cuda() && !at::hasCUDA()) fail(where, "this LibTorch has no CUDA");
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
        ranks_(options.ranks),
        config_(config_text(model, data, split, options)),
        adam_(model.parameters(), options.adam),
        rate_(options.adam.learning_rate),
        plateau_(options.plateau.value_or(PlateauOptions{})),
        stopping_(options.patience),
        state_(state_of(model)),
        best_(copies(state_)) {}

  TrainResult run() {
    if (ranks_ != nullptr) ranks_->check_same(facts());
    if (any(options_.resume && std::filesystem::exists(options_.checkpoint))) resume();
    bool stopped = false;
    for (auto epoch = std::ssize(curve_); epoch < options_.epochs; ++epoch) {
      if (epoch > 0 && stopping_.should_stop(epoch - 1)) break;
      if (any(options_.stop.stop_requested())) {
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
    over_batches(data_, order, options_.batch_size, [&](std::span<const std::int64_t> ids) {
      const double value = compute_gradients(ids);
      // One rank's loss may be fine where that of another is not; their sum is looked at later.
      if (ranks_ == nullptr) check_finite(value, epoch);
      if (options_.clip > 0.0) adam_.clip_gradients(options_.clip);
      const auto size = static_cast<double>(ids.size());
      // In the middle of the batch the rate is nowhere zero.
      const double done = static_cast<double>(epoch) + (seen + 0.5 * size) / graphs;
      adam_.options.learning_rate = rate_ * rate_factor(options_.schedule, options_.warmup, done,
                                                        static_cast<double>(options_.epochs));
      adam_.step();
      seen += size;
      sum += value * size;
    });
    if (ranks_ != nullptr) {
      const std::vector<double> sums = ranks_->gather(std::vector<double>{sum});
      sum = std::accumulate(sums.begin(), sums.end(), 0.0);
      check_finite(sum, epoch);
    }
    return sum / static_cast<double>(split_.train.size());
  }

  /// What the ranks must have in common, in parts that a message can name.
  [[nodiscard]] Facts facts() const {
    Facts facts = {{"epochs", std::to_string(options_.epochs)}};
    std::istringstream parts(config_);
    for (std::string part; std::getline(parts, part, ',');) facts.emplace_back("training", part);
    return facts;
  }

  static void check_finite(double loss, std::int64_t epoch) {
    if (std::isfinite(loss)) return;
    fail_as(ErrorKind::Runtime, "train", "the loss is ",
            std::isnan(loss) ? "not a number" : "infinite", " in epoch ", epoch + 1);
  }

  /// Returns what the own share adds to the loss of the batch; the gradients are those of all.
  double compute_gradients(std::span<const std::int64_t> ids) {
    StepShare step = share_of_step(data_, ids, options_.loss, ranks_);
    const nn::Batch batch = nn::to_device(std::move(step.batch), options_.device);
    adam_.zero_grad();
    at::Tensor loss = compute_loss(options_.loss, model_.forward(batch), batch);
    if (ranks_ != nullptr) loss = loss * step.weight;
    loss.backward();
    if (!step.counts) adam_.zero_grad();
    if (ranks_ != nullptr) ranks_->sum(adam_.gradients);
    return loss.item<double>();
  }

  /// Whether it holds on any of the ranks.
  [[nodiscard]] bool any(bool here) const {
    if (ranks_ == nullptr) return here;
    const std::vector<double> all = ranks_->gather(std::vector<double>{here ? 1.0 : 0.0});
    return std::ranges::find(all, 1.0) != all.end();
  }

  void finish_epoch(std::int64_t epoch, double train_loss) {
    const double score = evaluate(model_, data_, split_.valid, options_.metric, options_.batch_size,
                                  options_.device, ranks_);
    if (ranks_ != nullptr) {
      // Processors that round differently would part company, and wait for each other in vain.
      ranks_->check_same({{"validation score", exact_number(score)},
                          {"state of the network", tensor_fingerprint(copies(state_))}});
    }
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

  [[nodiscard]] TrainingState progress() const {
    return {.steps = adam_.steps,
            .learning_rate = rate_,
            .plateau_best = plateau_.best,
            .plateau_bad_epochs = plateau_.bad_epochs,
            .best = stopping_.best,
            .best_epoch = stopping_.best_epoch,
            .dropout_seed = model_.stream->seed,
            .dropout_counter = model_.stream->counter,
            .curve = curve_};
  }

  void save() const {
    Checkpoint checkpoint{config_, options_.about, format_state(progress()), {}};
    for (std::size_t i = 0; i < state_.size(); ++i) {
      checkpoint.tensors.emplace_back("model/" + state_[i].first, state_[i].second);
      checkpoint.tensors.emplace_back("best/" + state_[i].first, best_[i]);
    }
    for (const auto& [name, tensor] : optimiser_state()) {
      checkpoint.tensors.emplace_back("adam/" + name, tensor);
    }
    save_checkpoint(options_.checkpoint, checkpoint);
  }

  /// The first rank reads the checkpoint for all.
  void resume() {
    if (ranks_ == nullptr || ranks_->is_first()) load();
    if (ranks_ == nullptr) return;
    for (const auto& [name, tensor] : state_) ranks_->copy_from_first(tensor);
    for (const at::Tensor& tensor : best_) ranks_->copy_from_first(tensor);
    for (const auto& [name, tensor] : optimiser_state()) ranks_->copy_from_first(tensor);
    set_progress(parse_state(ranks_->copy_from_first(format_state(progress())), "rank 0"));
  }

  void load() {
    const Checkpoint checkpoint = load_checkpoint(options_.checkpoint, config_);
    const TrainingState state = parse_state(checkpoint.state, options_.checkpoint.string());
    NamedTensors best;
    for (std::size_t i = 0; i < state_.size(); ++i) best.emplace_back(state_[i].first, best_[i]);
    restore_tensors(checkpoint, "best/", best);
    restore_tensors(checkpoint, "adam/", optimiser_state());
    restore_tensors(checkpoint, "model/", state_);
    set_progress(state);
  }

  void set_progress(const TrainingState& state) {
    adam_.steps = state.steps;
    rate_ = state.learning_rate;
    plateau_.best = state.plateau_best;
    plateau_.bad_epochs = state.plateau_bad_epochs;
    stopping_.best = state.best;
    stopping_.best_epoch = state.best_epoch;
    *model_.stream = {state.dropout_seed, state.dropout_counter};
    curve_ = state.curve;
  }

  nn::GraphModel& model_;
  const nn::GraphTensors& data_;
  const Split& split_;
  const TrainOptions& options_;
  Ranks* ranks_;
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
  if (options.ranks != nullptr) check_shareable(model, data);
  // LibTorch would cut its sums by the number of threads, so our kernels alone use more than one.
  const ThreadCountScope one_thread(1);
  const Team team(options.threads);
  return translate_exceptions("train", [&] {
    model.to(options.device);
    // A checkpoint brings its own.
    model.learn_scales(data, split.train);
    return Run(model, data, split, options).run();
  });
}

}  // namespace isotypic::train
