#include "experiments/cross_validation/cross_validation.hpp"

#include <map>
#include <memory>
#include <set>

#include "experiments/cross_validation/cross_validation_record.hpp"
#include "experiments/cross_validation/cross_validation_training.hpp"
#include "experiments/trainings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/learn/answers.hpp"
#include "isotypic/learn/baseline.hpp"
#include "isotypic/learn/fit.hpp"
#include "isotypic/learn/retained_energy.hpp"
#include "isotypic/learn/training_text.hpp"
#include "isotypic/report/rounds.hpp"
#include "isotypic/train/fingerprint.hpp"

namespace isotypic::experiments {
namespace {

constexpr const char* where = "cross_validate";

/// The options of one training.
learn::PipelineOptions options_in(const Round& round, learn::PipelineOptions options,
                                  std::int64_t folds) {
  options.seed = round.seed;
  options.folds = folds;
  options.fold = round.fold.value_or(0);
  return options;
}

/// What a configuration consists of, for names and for the plan.
Json config_of(const learn::PipelineOptions& options) {
  Json config = learn::pipeline_fields().to_json(options);
  for (const char* of_round : {"seed", "folds", "fold"}) config.erase(of_round);
  return config;
}

/// Configurations of equal texts can share a prepared data set. What is erased changes no tensor of
/// it; a new option does not share until somebody has decided that it may.
std::string sharing_key(const learn::PipelineOptions& options) {
  Json config = config_of(options);
  for (const OptionField& field : train::training_fields().list()) config.erase(field.name);
  for (const char* of_network : {"hidden", "layers", "heads", "dropout"}) config.erase(of_network);
  return dump_json(config);
}

/// The pipelines of the first round, which tell what every configuration is about.
std::vector<learn::Pipeline> first_pipelines(const CrossValidation& options,
                                             const SplitDataset& data) {
  std::vector<learn::Pipeline> pipelines;
  const Round first = rounds_of(options).front();
  for (const learn::PipelineOptions& configuration : options.configurations) {
    pipelines.push_back(
        learn::make_pipeline(options_in(first, configuration, options.folds), data));
    if (pipelines.back().options.task != pipelines.front().options.task) {
      fail(where, "the configurations predict different things: ",
           enum_name(pipelines.front().options.task), " and ",
           enum_name(pipelines.back().options.task));
    }
  }
  return pipelines;
}

/// Splits that cannot be trained on are found before the first training.
void check_rounds(const CrossValidation& options, const learn::Pipeline& pipeline,
                  const SplitDataset& data) {
  for (const Round& round : rounds_of(options)) {
    const learn::PipelineOptions of_round = options_in(round, pipeline.options, options.folds);
    learn::check_parts(of_round.task, data.dataset, learn::split_of(of_round, data));
  }
}

std::vector<std::string> distinct_names(const std::vector<Json>& configs) {
  std::vector<std::string> names = report::names_of_configurations(configs);
  for (std::size_t i = 0; i < configs.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (configs[i] == configs[j]) {
        fail(where, "configurations ", j + 1, " and ", i + 1, " are equal");
      }
      // Numbers can differ behind the digits that are shown.
      if (names[i] == names[j]) names[i] += " (" + std::to_string(i + 1) + ")";
    }
  }
  return names;
}

/// Round by round, so that a run that was stopped early has something to say about every
/// configuration.
std::vector<CrossValidationJob> jobs_of(const CrossValidation& options,
                                        const std::vector<std::string>& names) {
  std::vector<CrossValidationJob> jobs;
  for (const Round& round : rounds_of(options)) {
    for (std::size_t c = 0; c < names.size(); ++c) {
      const std::string prefix = names.size() > 1 ? names[c] + ", " : "";
      jobs.push_back({c, round, prefix + round.name()});
    }
  }
  return jobs;
}

using SharedTensors = std::shared_ptr<const nn::GraphTensors>;

std::vector<SharedTensors> prepare_all(const std::vector<learn::Pipeline>& pipelines,
                                       const SplitDataset& data,
                                       const CrossValidationPlaces& places,
                                       const RunContext& context) {
  ChannelSetOptions channels{
      .cache_file = places.channels.string(), .threads = context.jobs, .stop = context.stop};
  if (context.on_preparation) {
    channels.progress = [&](std::int64_t done, std::int64_t total) {
      context.on_preparation("channels", done, total);
    };
  }
  std::map<std::string, SharedTensors> prepared;
  std::vector<SharedTensors> of_configurations;
  for (const learn::Pipeline& pipeline : pipelines) {
    SharedTensors& tensors = prepared[sharing_key(pipeline.options)];
    if (!tensors) {
      tensors = std::make_shared<nn::GraphTensors>(
          learn::prepare_training(pipeline, data.dataset, channels));
    }
    of_configurations.push_back(tensors);
  }
  return of_configurations;
}

/// How many graphs the test part has for each in the training part; 0 if it is always the same one.
double overlap_of(const CrossValidation& options, const learn::Pipeline& pipeline,
                  const SplitDataset& data) {
  if (data.has_split() || rounds_of(options).size() < 2) return 0.0;
  return static_cast<double>(pipeline.split.test.size()) /
         static_cast<double>(pipeline.split.train.size());
}

/// The data in words, then every network; equal lines once.
void announce(const std::vector<learn::Pipeline>& pipelines, const Dataset& dataset,
              const CrossValidationPlaces& places) {
  if (!places.on_start) return;
  std::vector<std::string> lines = {learn::data_line(pipelines.front())};
  for (const learn::Pipeline& pipeline : pipelines) lines.push_back(learn::network_line(pipeline));
  for (const learn::Pipeline& pipeline : pipelines) {
    lines.push_back(learn::unread_edges_note(pipeline, dataset));
  }
  std::set<std::string> said = {""};
  for (const std::string& line : lines) {
    if (said.insert(line).second) places.on_start(line);
  }
}

/// What people should know before they wait for all trainings; equal warnings once.
void warn(const std::vector<learn::Pipeline>& pipelines, const std::vector<SharedTensors>& tensors,
          const CrossValidationPlaces& places) {
  if (!places.on_warning) return;
  std::set<std::string> said = {""};
  for (std::size_t c = 0; c < pipelines.size(); ++c) {
    const std::string warning = learn::retained_energy_warning(pipelines[c], *tensors[c]);
    if (said.insert(warning).second) places.on_warning(warning);
  }
}

report::Record begin(const CrossValidation& options, const std::vector<Json>& configs,
                     const RunContext& context) {
  const std::string& dataset = options.configurations.front().dataset;
  const auto plural = [](std::int64_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
  };
  const bool compares = options.folds > 0 || configs.size() > 1;
  std::string name = (compares ? "cross-validate " : "train ") + dataset;
  if (options.folds > 0) name += ", " + plural(options.folds, "fold");
  if (options.folds == 0 || options.seeds > 1) name += ", " + plural(options.seeds, "seed");
  return report::begin_record(name,
                              {{"dataset", dataset},
                               {"folds", options.folds},
                               {"seeds", options.seeds},
                               {"first_seed", options.first_seed},
                               {"configurations", configs}},
                              context.command);
}

}  // namespace

std::string Round::name() const { return report::round_name(seed, fold); }

std::vector<Round> rounds_of(const CrossValidation& options) {
  std::vector<Round> rounds;
  for (std::int64_t i = 0; i < options.seeds; ++i) {
    const std::int64_t seed = options.first_seed + i;
    if (options.folds == 0) rounds.push_back({.seed = seed});
    for (std::int64_t fold = 0; fold < options.folds; ++fold) rounds.push_back({seed, fold});
  }
  return rounds;
}

std::string model_folder(const std::string& training) {
  std::string folder;
  for (const char c : training) {
    const bool plain = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                       c == '+' || c == '.' || c == '_';
    if (plain) {
      folder += c;
    } else if (!folder.empty() && folder.back() != '-') {
      folder += '-';
    }
  }
  return folder;
}

std::optional<report::Record> cross_validate(const CrossValidation& options,
                                             const SplitDataset& data,
                                             const CrossValidationPlaces& places,
                                             const RunContext& context) {
  if (options.configurations.empty()) fail(where, "there is no configuration");
  if (options.seeds < 1) fail(where, "needs at least one seed, got ", options.seeds);
  const std::vector<learn::Pipeline> pipelines = first_pipelines(options, data);
  check_rounds(options, pipelines.front(), data);
  std::vector<Json> configs;
  for (const learn::Pipeline& pipeline : pipelines) configs.push_back(config_of(pipeline.options));
  const learn::Pipeline& first = pipelines.front();
  const CrossValidationFacts facts{.dataset = first.options.dataset,
                                   .metric = enum_name(first.metric()),
                                   .baseline = learn::baseline_name(first.options.task),
                                   .names = distinct_names(configs),
                                   .overlap = overlap_of(options, first, data)};
  const std::vector<CrossValidationJob> jobs = jobs_of(options, facts.names);
  report::Record record = begin(options, configs, context);
  announce(pipelines, data.dataset, places);
  const std::vector<SharedTensors> tensors = prepare_all(pipelines, data, places, context);
  warn(pipelines, tensors, places);
  record.config["data"] = train::data_fingerprint(*tensors.front(), first.split);
  const auto training = [&](std::int64_t number, const std::filesystem::path& checkpoint,
                            const std::stop_token&) {
    const CrossValidationJob& job = jobs[number];
    const learn::PipelineOptions& configuration = options.configurations[job.configuration];
    return train_job(
        job, number,
        learn::make_pipeline(options_in(job.round, configuration, options.folds), data),
        *tensors[job.configuration], checkpoint, places, context);
  };
  const run::RunResult result = run_trainings(plan_of(record, jobs), training, context);
  if (!result.complete) return std::nullopt;
  fill_record(record, jobs, result.entries, facts);
  return record;
}

}  // namespace isotypic::experiments
