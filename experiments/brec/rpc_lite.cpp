#include "experiments/brec/rpc_lite.hpp"

#include <set>

#include "experiments/brec/brec_jobs.hpp"
#include "experiments/samples.hpp"
#include "experiments/settings.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::experiments {
namespace {

void check_readouts(const RpcLiteConfig& config) {
  const BrecSelection& selection = config.selection;
  if (config.readouts != RpcLiteReadouts::Ablations) return;
  if (selection.readouts.empty() && selection.blocks.empty()) return;
  fail("brec-rpc-lite", "the ablations have their own readouts and blocks: name no others");
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
                                        needs_channels(job.readout.readout) ? &cache : nullptr,
                                        {.seed = seed}));
    }
  }
  if (blocks == 0) blocks = most_blocks(samples);
  data.tensors =
      nn::collate(samples, nn::collate_options(nn::named_readout(job.readout.readout, blocks, seed),
                                               dtype_of(config.training.numbers.precision)));
  add_stand_ins(samples, config.training, config.selection.encoder, data);
  return data;
}

Json run_job(const BrecJob& job, const RpcLiteConfig& config, const BrecPair& pair,
             const std::stop_token& stop) {
  const auto seed = static_cast<std::uint64_t>(job.seed);
  CopyClassifier classifier{
      .encoder = config.selection.encoder,
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

const OptionFields<RpcLiteConfig>& rpc_lite_fields() {
  using Config = RpcLiteConfig;
  constexpr std::int64_t most_copies = 100'000;
  static const auto fields =
      OptionFields<Config>()
          .nest(&Config::selection, brec_selection_fields())
          .add("set_of_readouts", &Config::readouts,
               "Run the readouts of the ablations: B = 1 to 32, the linear ones, mean")
          .as_switch("ablations", enum_name(RpcLiteReadouts::Ablations))
          .recorded(Recorded::Never)
          .add("stride", &Config::stride,
               "Use every N-th pair; 4: 100 pairs, as many as the paper's ablations",
               from_to(1, brec_num_pairs))
          .add("train_copies", &Config::train_copies, "Copies of each graph to train on",
               from_to(1, most_copies))
          .add("valid_copies", &Config::valid_copies, "Copies of each graph for validation",
               from_to(1, most_copies))
          .add("test_copies", &Config::test_copies, "Copies of each graph for the test",
               from_to(1, most_copies))
          .add("solved_above", &Config::solved_above,
               "Test accuracy above which a pair is solved, for every seed", between(0.0, 1.0))
          .nest(&Config::training, copy_training_fields())
          .rule({"set_of_readouts", "readouts", "blocks"}, check_readouts);
  return fields;
}

std::vector<ReadoutChoice> readouts_of(const RpcLiteConfig& config) {
  switch (config.readouts) {
    case RpcLiteReadouts::Ablations:
      return readout_choices(config.selection, rpc_lite_ablations());
    case RpcLiteReadouts::Quick:
      return readout_choices(config.selection, {{.readout = "isotypic"}, {.readout = "sum"}});
    default:
      return readout_choices(config.selection, rpc_lite_readouts());
  }
}

RpcLiteConfig quick_rpc_lite() {
  RpcLiteConfig config;
  config.readouts = RpcLiteReadouts::Quick;
  config.selection.seeds = 1;
  config.selection.last_pair = 19;
  return config;
}

std::optional<report::Record> run_rpc_lite(const RpcLiteConfig& config, const BrecData& data,
                                           const RunContext& context) {
  rpc_lite_fields().check(config, "brec-rpc-lite");
  const BrecSelection& selection = config.selection;
  const std::vector<ReadoutChoice> readouts = readouts_of(config);
  report::Record record =
      report::begin_record("brec-rpc-lite", rpc_lite_fields().to_json(config), context.command);
  set_readouts(record.config, readouts);
  record.config["data"] = fingerprint(data);
  const std::vector<BrecJob> jobs =
      brec_jobs("brec-rpc-lite", readouts, {selection.first_seed, selection.seeds},
                {selection.first_pair, selection.last_pair, config.stride}, std::ssize(data.pairs));
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

Experiment rpc_lite_experiment() {
  return make_experiment({.name = "brec-rpc-lite",
                          .about = "BREC, a classifier for each of the 400 pairs (section 5.2)",
                          .datasets = {"brec"},
                          .reads_data = true,
                          .keeps_journal = true,
                          .has_shards = true,
                          .tables = rpc_lite_tables},
                         rpc_lite_fields(), RpcLiteConfig(), quick_rpc_lite(),
                         [](const RpcLiteConfig& config, const RunContext& context) {
                           return run_rpc_lite(config, load_brec(context.data), context);
                         });
}

}  // namespace isotypic::experiments
