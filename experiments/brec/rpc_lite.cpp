#include "experiments/brec/rpc_lite.hpp"

#include <set>

#include "experiments/brec/brec_jobs.hpp"
#include "experiments/samples.hpp"
#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"

namespace isotypic::experiments {
namespace {

Json to_json(const RpcLiteConfig& config) {
  Json json = {{"encoder", config.encoder},
               {"readouts", labels_of(config.readouts)},
               {"seeds", config.seeds},
               {"first_pair", config.first_pair},
               {"last_pair", config.last_pair},
               {"stride", config.stride},
               {"train_copies", config.train_copies},
               {"valid_copies", config.valid_copies},
               {"test_copies", config.test_copies},
               {"solved_above", config.solved_above}};
  json.update(to_json(config.training));
  return json;
}

void check_copies(const RpcLiteConfig& config) {
  if (config.train_copies < 1 || config.valid_copies < 1 || config.test_copies < 1) {
    fail("brec-rpc-lite", "needs copies for training, validation and test");
  }
}

/// Different permutations of n points.
std::vector<Permutation> distinct_permutations(std::int64_t n, std::int64_t count, Random& random) {
  double available = 1.0;
  for (std::int64_t k = 2; k <= n; ++k) available *= static_cast<double>(k);
  if (available < static_cast<double>(count)) {
    fail("brec-rpc-lite", "a graph on ", n, " nodes has fewer than ", count, " relabelled copies");
  }
  std::set<Permutation> used;
  std::vector<Permutation> permutations;
  while (std::ssize(permutations) < count) {
    Permutation permutation = random_permutation(n, random);
    if (used.insert(permutation).second) permutations.push_back(std::move(permutation));
  }
  return permutations;
}

/// The copies of a pair; `blocks` that are 0 become those of the copy that has most.
CopyData make_data(const BrecJob& job, const RpcLiteConfig& config, const BrecPair& pair,
                   std::int64_t& blocks) {
  ChannelCache cache;
  const auto seed = static_cast<std::uint64_t>(job.seed);
  const std::int64_t count = config.train_copies + config.valid_copies + config.test_copies;
  CopyData data;
  std::vector<Sample> samples;
  for (const std::int64_t label : {0, 1}) {
    const Graph& graph = label == 0 ? pair.first : pair.second;
    Random random(seed, static_cast<std::uint64_t>(2 * job.pair + label));
    for (const Permutation& permutation : distinct_permutations(graph.num_nodes(), count, random)) {
      const std::int64_t copy = std::ssize(samples) - label * count;
      auto& part = copy < config.train_copies                         ? data.split.train
                   : copy < config.train_copies + config.valid_copies ? data.split.valid
                                                                      : data.split.test;
      part.push_back(std::ssize(samples));
      samples.push_back(constant_sample(relabel(graph, permutation), label,
                                        is_isotypic(job.readout.readout) ? &cache : nullptr,
                                        {.seed = seed}));
    }
  }
  if (blocks == 0) blocks = most_blocks(samples);
  data.tensors = nn::collate(samples, {.max_blocks = blocks});
  return data;
}

Json run_job(const BrecJob& job, const RpcLiteConfig& config, const BrecPair& pair,
             const std::stop_token& stop) {
  const auto seed = static_cast<std::uint64_t>(job.seed);
  CopyClassifier classifier{
      .encoder = config.encoder,
      .readout = job.readout.readout,
      .blocks = job.readout.blocks,
      .seed = seed,
      .weight_seed = random_bits(seed, static_cast<std::uint64_t>(job.pair), 0)};
  const CopyData data = make_data(job, config, pair, classifier.blocks);
  Json row = {{"readout", job.readout.label()},
              {"seed", job.seed},
              {"pair", job.pair},
              {"category", brec_category_name(pair.category)},
              {"nodes", pair.first.num_nodes()}};
  row.update(train_copy_classifier(classifier, data, config.training, {}, stop));
  return row;
}

}  // namespace

std::vector<ReadoutChoice> rpc_lite_readouts() {
  std::vector<ReadoutChoice> choices = {{.readout = "isotypic"}};
  for (const std::string& name : baseline_names()) choices.push_back({.readout = name});
  return choices;
}

std::vector<ReadoutChoice> rpc_lite_ablations() {
  std::vector<ReadoutChoice> choices;
  for (const std::int64_t blocks : {1, 2, 4, 8, 16, 32}) {
    choices.push_back({.readout = "isotypic", .blocks = blocks});
  }
  for (const char* name : {"linear", "linear_blocks", "mean"}) {
    choices.push_back({.readout = name});
  }
  return choices;
}

RpcLiteConfig quick_rpc_lite() {
  RpcLiteConfig config;
  config.readouts = {{.readout = "isotypic"}, {.readout = "sum"}};
  config.seeds = 1;
  config.last_pair = 19;
  return config;
}

std::optional<report::Record> run_rpc_lite(const RpcLiteConfig& config, const BrecData& data,
                                           const RunContext& context) {
  check_copies(config);
  report::Record record = report::begin_record("brec-rpc-lite", to_json(config), context.command);
  record.config["data"] = fingerprint(data);
  const std::vector<BrecJob> jobs =
      brec_jobs("brec-rpc-lite", config.readouts, config.seeds,
                {config.first_pair, config.last_pair, config.stride}, std::ssize(data.pairs));
  const auto work = [&](std::int64_t number, const std::stop_token& stop) {
    return run_job(jobs[number], config, data.pairs[jobs[number].pair], stop);
  };
  const run::RunResult result = run::run_jobs(plan_of(record, jobs), work, run_options(context));
  if (std::ssize(result.entries) < std::ssize(jobs)) return std::nullopt;
  double seconds = 0.0;
  for (const run::Entry& entry : result.entries) {
    record.rows.push_back(entry.row);
    seconds += entry.seconds;
  }
  add_rpc_lite_figures(record, config);
  record.figures.set("seconds of all trainings, one thread each", seconds);
  return record;
}

}  // namespace isotypic::experiments
