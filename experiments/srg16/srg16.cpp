#include "experiments/srg16/srg16.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>

#include "experiments/samples.hpp"
#include "experiments/trainings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "isotypic/train/sampler.hpp"

namespace isotypic::experiments {
namespace {

struct Srg16Job {
  nn::LayerKind encoder = nn::LayerKind::Gin;
  std::string readout;
  std::int64_t seed = 0;

  [[nodiscard]] std::string key() const {
    return enum_name(encoder) + "/" + readout + "/seed " + std::to_string(seed);
  }
};

/// What matters most first: the isotypic readout, sum, then the rest.
std::vector<Srg16Job> jobs_of(const Srg16Config& config) {
  std::vector<std::string> readouts = config.readouts;
  const auto rank = [](const std::string& name) {
    return name == "isotypic" ? 0 : name == "sum" ? 1 : 2;
  };
  std::ranges::stable_sort(readouts, {}, rank);
  std::vector<Srg16Job> jobs;
  for (const std::string& readout : readouts) {
    for (const nn::LayerKind encoder : config.encoders) {
      for (std::int64_t seed = 0; seed < config.seeds; ++seed) {
        jobs.push_back({encoder, readout, seed});
      }
    }
  }
  return jobs;
}

/// The copies of one seed and what the training reads of them.
CopyData make_data(const Srg16Config& config, const Srg16Job& job) {
  const auto seed = static_cast<std::uint64_t>(job.seed);
  const std::vector<Graph> classes = {shrikhande_graph(), rook_graph(4, 4)};
  ChannelCache cache;
  std::vector<Sample> samples;
  for (std::int64_t label = 0; label < std::ssize(classes); ++label) {
    Random random(seed, static_cast<std::uint64_t>(label));
    for (std::int64_t i = 0; i < config.copies; ++i) {
      const Graph& graph = classes[label];
      const Permutation position = random_permutation(graph.num_nodes(), random);
      samples.push_back(constant_sample(relabel(graph, position), label,
                                        needs_channels(job.readout) ? &cache : nullptr));
    }
  }
  CopyData data{
      nn::collate(samples, nn::collate_options(nn::named_readout(job.readout, config.blocks, seed),
                                               dtype_of(config.training.numbers.precision))),
      train::random_split(std::ssize(samples), seed)};
  add_stand_ins(samples, config.training, job.encoder, data);
  return data;
}

Json train_job(const Srg16Job& job, const Srg16Config& config,
               const std::filesystem::path& checkpoint, const std::stop_token& stop) {
  const auto seed = static_cast<std::uint64_t>(job.seed);
  const CopyData data = make_data(config, job);
  Json row = {{"encoder", enum_name(job.encoder)}, {"readout", job.readout}, {"seed", job.seed}};
  row.update(train_copy_classifier(
      {.encoder = job.encoder,
       .readout = job.readout,
       .blocks = config.blocks,
       .seed = seed,
       .weight_seed = seed},
      data, config.training,
      {.path = checkpoint, .data_id = "srg16, " + std::to_string(config.copies) + " copies"},
      stop));
  return row;
}

/// The share of the more frequent class in the test part: what a constant answer can reach.
double majority_share(const Srg16Config& config, std::int64_t seed) {
  const Split split = train::random_split(2 * config.copies, static_cast<std::uint64_t>(seed));
  const auto second =
      std::ranges::count_if(split.test, [&](std::int64_t id) { return id >= config.copies; });
  const double share = static_cast<double>(second) / static_cast<double>(split.test.size());
  return std::max(share, 1.0 - share);
}

/// What the paper reports; nothing for readouts that it does not have.
std::optional<double> paper_accuracy(const std::string& readout) {
  constexpr std::array at_chance = {"sum", "mean", "meanmax", "set2set", "attention", "pna"};
  if (readout == "isotypic") return 1.0;
  return std::ranges::count(at_chance, readout) > 0 ? std::optional(0.45) : std::nullopt;
}

void fill_figures(report::Record& record, const Srg16Config& config,
                  const std::vector<run::Entry>& entries) {
  for (const std::string& encoder : names_of(config.encoders)) {
    for (const std::string& readout : config.readouts) {
      double sum = 0.0;
      for (const run::Entry& entry : entries) {
        if (entry.row.at("encoder") != encoder || entry.row.at("readout") != readout) continue;
        sum += entry.row.at("test_accuracy").get<double>();
      }
      const std::string name = encoder + "/" + readout + "/test accuracy";
      record.figures.set(name, sum / static_cast<double>(config.seeds));
      if (const auto paper = paper_accuracy(readout)) record.paper.set(name, *paper);
    }
  }
  for (std::int64_t seed = 0; seed < config.seeds; ++seed) {
    record.figures.set("seed " + std::to_string(seed) + "/larger class in the test part",
                       majority_share(config, seed));
  }
  double seconds = 0.0;
  for (const run::Entry& entry : entries) seconds += entry.seconds;
  record.figures.set("seconds of all trainings", std::round(seconds));
}

}  // namespace

const OptionFields<Srg16Config>& srg16_fields() {
  using Config = Srg16Config;
  static const auto fields =
      OptionFields<Config>()
          .add("encoders", &Config::encoders, "Which encoders", any_encoder())
          .add("readouts", &Config::readouts, "Which readouts", any_copy_readout())
          .add("seeds", &Config::seeds, "Trainings per encoder and readout", from_to(1, 10'000))
          .add("copies", &Config::copies, "Relabelled copies of each graph", from_to(10, 1'000'000))
          .add("blocks", &Config::blocks, "Blocks that the isotypic readouts keep",
               from_to(1, 4096))
          .nest(&Config::training, copy_training_fields());
  return fields;
}

Experiment srg16_experiment() {
  return make_experiment({.name = "srg16",
                          .about = "Rook's graph against Shrikhande graph, trained (section 5.2)",
                          .keeps_journal = true},
                         srg16_fields(), Srg16Config(), quick_srg16(), run_srg16);
}

Srg16Config quick_srg16() {
  Srg16Config config;
  config.copies = 100;
  config.training.settings.epochs = 30;
  config.training.settings.patience = 10;
  return config;
}

std::optional<report::Record> run_srg16(const Srg16Config& config, const RunContext& context) {
  srg16_fields().check(config, "srg16");
  report::Record record =
      report::begin_record("srg16", srg16_fields().to_json(config), context.command);
  const std::vector<Srg16Job> jobs = jobs_of(config);
  const auto training = [&](std::int64_t number, const std::filesystem::path& checkpoint,
                            const std::stop_token& stop) {
    return train_job(jobs[number], config, checkpoint, stop);
  };
  const run::RunResult result = run_trainings(plan_of(record, jobs), training, context);
  if (std::ssize(result.entries) < std::ssize(jobs)) return std::nullopt;
  for (const run::Entry& entry : result.entries) record.rows.push_back(entry.row);
  fill_figures(record, config, result.entries);
  record.plots.push_back({.title = "Test accuracy on SRG-16",
                          .kind = report::PlotKind::Bars,
                          .x = "readout",
                          .y = "test_accuracy",
                          .group = "encoder",
                          .y_label = "test accuracy"});
  return record;
}

}  // namespace isotypic::experiments
