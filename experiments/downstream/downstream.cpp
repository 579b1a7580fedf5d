#include "experiments/downstream/downstream.hpp"

#include <ATen/ATen.h>
#include <ATen/Parallel.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <sstream>

#include "experiments/downstream/downstream_data.hpp"
#include "experiments/downstream/downstream_paper.hpp"
#include "experiments/processor_time.hpp"
#include "experiments/trainings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "isotypic/report/statistics.hpp"
#include "isotypic/train/fingerprint.hpp"
#include "isotypic/train/ranks.hpp"
#include "isotypic/train/trainer.hpp"

namespace isotypic::experiments {
namespace {

struct DownstreamJob {
  std::size_t task = 0;
  std::string model;  ///< "ZINC/GIN/sum"
  nn::LayerKind encoder = nn::LayerKind::Gin;
  std::string readout;
  std::int64_t seed = 0;

  [[nodiscard]] std::string key() const { return model + "/seed " + std::to_string(seed); }
};

/// How fast trainings go; not part of any row, since it depends on the machine.
class Throughput {
 public:
  void add(const std::string& model, double graphs, double seconds) {
    const std::scoped_lock lock(mutex_);
    counts_[model].first += graphs;
    counts_[model].second += seconds;
  }
  /// Graphs per second of processor time, or nothing if the trainings were done by an earlier
  /// process.
  [[nodiscard]] std::optional<double> rate(const std::string& model) const {
    const auto found = counts_.find(model);
    if (found == counts_.end()) return std::nullopt;
    return found->second.first / found->second.second;
  }

 private:
  std::mutex mutex_;
  std::map<std::string, std::pair<double, double>> counts_;
};

/// Seed by seed, so that a run that was stopped early has something to say about every readout.
std::vector<DownstreamJob> jobs_of(const DownstreamConfig& config) {
  std::vector<DownstreamJob> jobs;
  for (std::size_t task = 0; task < config.datasets.size(); ++task) {
    for (const nn::LayerKind encoder : config.encoders) {
      for (std::int64_t i = 0; i < config.seeds; ++i) {
        const std::int64_t seed = config.first_seed + i;
        for (const std::string& readout : config.readouts) {
          const std::string model =
              config.datasets[task] + "/" + enum_name(encoder) + "/" + readout;
          jobs.push_back({task, model, encoder, readout, seed});
        }
      }
    }
  }
  return jobs;
}

nn::ModelOptions model_options(const DownstreamJob& job, const DownstreamTask& task,
                               const DownstreamConfig& config) {
  const auto seed = static_cast<std::uint64_t>(job.seed);
  nn::ModelOptions options{.encoder = task.inputs,
                           .readout = nn::named_readout(job.readout, config.blocks, seed),
                           .outputs = task.outputs,
                           .seed = seed,
                           .scale_targets = config.regression.scale_targets};
  options.encoder.kind = job.encoder;
  train::set_network(options.encoder, config.network);
  if (options.encoder.kind == nn::LayerKind::Pna) {
    options.encoder.degree_histogram =
        nn::degree_histogram(task.tensors, task.split(job.seed).train);
  }
  return options;
}

/// A score of the test part, or null where it has none: as a journal would keep NaN.
Json score_or_null(double (*score)(const at::Tensor&, const at::Tensor&), const at::Tensor& output,
                   const at::Tensor& targets) {
  const double value = train::score_or_nan([&] { return score(output, targets); });
  return std::isnan(value) ? Json(nullptr) : Json(value);
}

/// The scores on the test part, by the names of the paper.
Json test_scores(nn::GraphModel& model, const DownstreamTask& task,
                 const std::vector<std::int64_t>& test) {
  const at::Tensor output = train::predict(model, task.tensors, test);
  const at::Tensor targets = task.tensors.targets.index_select(0, at::tensor(test));
  if (task.metric == train::Metric::RocAuc) {
    return {{"ROC-AUC", score_or_null(train::roc_auc, output, targets)}};
  }
  Json scores = {{"MAE", score_or_null(train::mean_absolute_error, output, targets)},
                 {"R2", score_or_null(train::r2_score, output, targets)}};
  if (targets.size(1) > 1) {
    scores["R2 of all values together"] =
        score_or_null(train::r2_score, output.reshape({-1, 1}), targets.reshape({-1, 1}));
  }
  return scores;
}

std::string note_of(const DownstreamJob& job, const train::EpochRecord& record, double rate) {
  std::ostringstream text;
  text.precision(5);
  text << job.key() << ": epoch " << record.epoch + 1 << ", loss " << record.train_loss
       << ", validation " << record.valid_score << ", " << static_cast<std::int64_t>(rate)
       << " graphs/s";
  return text.str();
}

Json train_job(const DownstreamJob& job, const DownstreamTask& task, const DownstreamConfig& config,
               const std::filesystem::path& checkpoint, const RunContext& context,
               Throughput& throughput) {
  at::set_num_threads(1);
  const Split& split = task.split(job.seed);
  nn::GraphModel model(model_options(job, task, config));
  double epoch_start = processor_seconds();
  const auto after_epoch = [&](const train::EpochRecord& record) {
    const auto graphs = static_cast<double>(split.train.size() + split.valid.size());
    const double seconds = processor_seconds() - epoch_start;
    throughput.add(job.model, graphs, seconds);
    if (context.on_note) context.on_note(note_of(job, record, graphs / seconds));
    epoch_start = processor_seconds();
  };
  train::TrainOptions options = train::train_options(config.training);
  options.loss = task.loss;
  if (task.loss == train::Loss::MeanSquaredError) {
    options.loss = train::regression_loss(config.regression);
  }
  options.metric = task.metric;
  options.seed = static_cast<std::uint64_t>(job.seed);
  options.checkpoint = checkpoint;
  options.resume = !checkpoint.empty();
  options.data_id = task.data_id;
  options.progress = after_epoch;
  options.stop = context.stop;
  options.threads = context.threads;
  options.ranks = context.ranks;
  const train::TrainResult result = train::train(model, task.tensors, split, options);
  if (result.stopped) fail_as(ErrorKind::Cancelled, enum_name(config.benchmark).c_str(), "stopped");
  Json test = test_scores(model, task, split.test);
  // Without a best epoch the weights are the initial ones, and their scores are none.
  if (result.best_epoch < 0) std::fill(test.begin(), test.end(), nullptr);
  Json row = {{"test", std::move(test)},
              {"validation", result.best_score},
              {"best_epoch", result.best_epoch + 1},
              {"weights", nn::num_weights(model)},
              {"curve", Json::array()}};
  const nn::ReadoutOptions& readout = model.options.readout;
  if (nn::needs_channels(readout)) {
    row["retained energy"] = mean_retained_energy(model, task, split.test, readout.isotypic);
  }
  for (const train::EpochRecord& record : result.curve) {
    row["curve"].push_back({record.train_loss, record.valid_score});
  }
  return row;
}

void add_curve(report::Record& record, const DownstreamJob& job, const std::string& dataset,
               const Json& row) {
  std::int64_t epoch = 0;
  for (const Json& point : row.at("curve")) {
    record.rows.push_back({{"dataset", dataset},
                           {"encoder", enum_name(job.encoder)},
                           {"readout", job.readout},
                           {"model", job.model},
                           {"seed", job.seed},
                           {"epoch", ++epoch},
                           {"train_loss", point.at(0)},
                           {"validation", point.at(1)}});
  }
}

/// The finished trainings of one model, by seed.
using Finished = std::map<std::int64_t, const Json*>;

/// Mean and deviation over the seeds of every score, then the seeds one by one.
void add_scores(report::Record& record, const std::string& model, const Finished& rows) {
  for (const auto& [score, ignored] : rows.begin()->second->at("test").items()) {
    std::map<std::int64_t, double> by_seed;
    for (const auto& [seed, row] : rows) {
      const Json& value = row->at("test").at(score);
      if (value.is_number()) by_seed[seed] = value.get<double>();
    }
    if (by_seed.empty()) continue;
    std::vector<double> values;
    for (const auto& [seed, value] : by_seed) values.push_back(value);
    record.figures.set(model + "/" + score, report::mean(values));
    if (values.size() > 1) {
      record.figures.set(model + "/" + score + ", deviation", report::standard_deviation(values));
    }
    for (const auto& [seed, value] : by_seed) {
      record.figures.set(model + "/" + score + ", seed " + std::to_string(seed), value);
    }
  }
  std::vector<double> best;
  std::vector<double> epochs;
  std::vector<double> energy;
  for (const auto& [seed, row] : rows) {
    if (row->at("best_epoch") > 0) best.push_back(row->at("best_epoch").get<double>());
    epochs.push_back(static_cast<double>(row->at("curve").size()));
    if (row->contains("retained energy")) energy.push_back(row->at("retained energy"));
  }
  record.figures.set(model + "/seeds", static_cast<double>(rows.size()));
  if (!best.empty()) record.figures.set(model + "/best epoch, mean", report::mean(best));
  record.figures.set(model + "/epochs, mean", report::mean(epochs));
  const Json& any = *rows.begin()->second;  // journals of earlier versions have no weights
  if (any.contains("weights")) record.figures.set(model + "/weights", any.at("weights"));
  if (!energy.empty()) record.figures.set(model + "/retained energy", report::mean(energy));
}

void fill(report::Record& record, const std::vector<DownstreamJob>& jobs,
          const std::vector<DownstreamTask>& tasks, const std::vector<run::Entry>& entries,
          const Throughput& throughput) {
  for (const DownstreamTask& task : tasks) {
    record.figures.set(task.dataset + "/graphs without symmetry, share", task.asymmetric);
    record.figures.set(task.dataset + "/graphs whose channels all fit, share", task.complete);
    record.figures.set(task.dataset + "/channels, mean", task.mean_channels);
  }
  std::vector<std::string> models;
  std::map<std::string, Finished> rows;
  for (const run::Entry& entry : entries) {
    const DownstreamJob& job = jobs[entry.job];
    if (!rows.contains(job.model)) models.push_back(job.model);
    rows[job.model][job.seed] = &entry.row;
    add_curve(record, job, tasks[job.task].dataset, entry.row);
  }
  for (const std::string& model : models) {
    add_scores(record, model, rows[model]);
    if (const auto rate = throughput.rate(model)) {
      record.figures.set(model + "/graphs per second", *rate);
    }
  }
}

}  // namespace

std::optional<report::Record> run_downstream(const DownstreamConfig& config,
                                             const DownstreamPlaces& places,
                                             const RunContext& context) {
  const OptionFields<DownstreamConfig>& fields = downstream_fields(config.benchmark);
  const std::string name = enum_name(config.benchmark);
  fields.check(config, name);
  report::Record record = report::begin_record(name, fields.to_json(config), context.command);
  if (context.ranks != nullptr) record.config["ranks"] = context.ranks->size();
  const std::vector<DownstreamJob> jobs = jobs_of(config);
  std::vector<DownstreamTask> tasks;
  for (const std::string& dataset : config.datasets) {
    tasks.push_back(prepare_task(dataset, config, places, context));
    record.config["data"][dataset] =
        train::data_fingerprint(tasks.back().tensors, tasks.back().split(0));
  }
  // What no model can be made of is found before the first is trained.
  for (const DownstreamJob& job : jobs) {
    if (job.seed == config.first_seed)
      (void)nn::GraphModel(model_options(job, tasks[job.task], config));
  }
  Throughput throughput;
  const auto training = [&](std::int64_t number, const std::filesystem::path& checkpoint,
                            const std::stop_token&) {
    const DownstreamJob& job = jobs[number];
    return train_job(job, tasks[job.task], config, checkpoint, context, throughput);
  };
  const run::RunResult result = run_trainings(plan_of(record, jobs), training, context);
  const bool all = std::ssize(result.entries) == std::ssize(jobs);
  if (result.entries.empty() || (!all && !context.finished_only)) return std::nullopt;
  fill(record, jobs, tasks, result.entries, throughput);
  add_paper_scores(record, config);
  const std::string score = config.benchmark == Benchmark::Molhiv ? "ROC-AUC" : "MAE";
  for (const auto& [y, label] :
       {std::pair<std::string, std::string>("validation", "validation " + score),
        {"train_loss", "training loss"}}) {
    record.plots.push_back({.title = name + ": " + label,
                            .kind = report::PlotKind::Lines,
                            .x = "epoch",
                            .y = y,
                            .group = "model",
                            .y_label = label,
                            .log_y = y == "train_loss" || score == "MAE"});
  }
  return record;
}

}  // namespace isotypic::experiments
