#include "cli/reproduce/reproduce_brec.hpp"

#include <CLI/CLI.hpp>
#include <iostream>
#include <set>

#include "cli/support/checks.hpp"
#include "experiments/brec/brec.hpp"
#include "experiments/brec/rpc_lite.hpp"
#include "experiments/runtime/runtime.hpp"
#include "experiments/settings.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/run/shard.hpp"

namespace isotypic::cli {
namespace {

using experiments::ReadoutChoice;
using report::Record;

BrecData load_data(const ReproduceOptions& options) {
  if (options.data.empty()) {
    throw CLI::ValidationError("BREC is needed: name its folder by --data or ISOTYPIC_DATA");
  }
  return load_brec(options.data);
}

/// Every readout, the isotypic ones with every number of blocks.
std::vector<ReadoutChoice> readout_choices(const ReproduceOptions& options,
                                           const std::vector<ReadoutChoice>& defaults) {
  if (options.readouts.empty() && options.block_list.empty()) return defaults;
  const std::vector<std::int64_t> blocks =
      options.block_list.empty() ? std::vector<std::int64_t>{8} : options.block_list;
  std::vector<std::string> readouts = options.readouts;
  if (readouts.empty()) readouts = {"isotypic"};
  std::vector<ReadoutChoice> choices;
  for (const std::string& readout : readouts) {
    if (!experiments::is_isotypic(readout)) {
      choices.push_back({.readout = readout});
      continue;
    }
    for (const std::int64_t b : blocks) choices.push_back({.readout = readout, .blocks = b});
  }
  std::set<std::string> labels;
  for (const ReadoutChoice& choice : choices) {
    if (!labels.insert(choice.label()).second) {
      throw CLI::ValidationError(choice.label() + " is asked for twice");
    }
  }
  return choices;
}

/// Sets what was asked for.
template <typename Config>
void choose_pairs(Config& config, const ReproduceOptions& options) {
  if (!options.encoders.empty()) config.encoder = options.encoders.front();
  config.readouts = readout_choices(options, config.readouts);
  config.seeds = options.seeds.value_or(config.seeds);
  if (options.pairs.empty()) return;
  if (options.pairs[0] > options.pairs[1]) {
    throw CLI::ValidationError("--pairs: the first pair comes after the last");
  }
  config.first_pair = options.pairs[0];
  config.last_pair = options.pairs[1];
}

/// What both protocols offer.
void add_pair_options(CLI::App& sub, ReproduceOptions& options) {
  add_data_option(sub, options);
  sub.add_option("--shard", options.shard, "Only part i of N of the jobs, for clusters")
      ->type_name("i/N")
      ->check([](const std::string& text) {
        try {
          (void)run::parse_shard(text);
          return std::string();
        } catch (const Error& error) {
          return error.reason();
        }
      });
  sub.add_option("--seeds", options.seeds, "Number of seeds")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000}));
  sub.add_option("--encoder", options.encoders, "The encoder [GIN]")
      ->transform(CLI::IsMember(experiments::encoder_names(), CLI::ignore_case))
      ->expected(1);
  sub.add_option("--readouts", options.readouts, "Some of the readouts")
      ->transform(CLI::IsMember(experiments::readout_names(), CLI::ignore_case))
      ->delimiter(',');
  sub.add_option("--blocks", options.block_list, "B: blocks kept, one or several; 0: all [8]")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{4096}))
      ->delimiter(',');
  sub.add_option("--pairs", options.pairs, "The first and the last pair [0,399]")
      ->check(CLI::Range(std::int64_t{0}, brec_num_pairs - 1))
      ->delimiter(',')
      ->expected(2);
  sub.add_option("--epochs", options.epochs, "Epochs at most")->check(count_between(1, 100'000));
  sub.add_option("--norm-bias", options.norm_bias, "Initial bias of BatchNorm")
      ->check(number_between(-1e6, 1e6));
}

}  // namespace

void add_brec_options(CLI::App& sub, ReproduceOptions& options) {
  add_pair_options(sub, options);
  sub.add_option("--threshold", options.threshold, "T^2 that distinguishes [72.34]")
      ->check(number_between(1e-12, 1e12));
  sub.add_option("--epsilon", options.epsilon, "Added to the covariance [1e-7]")
      ->check(number_between(1e-30, 1e6));
  sub.add_flag("--finished-only", options.finished_only,
               "Run nothing: a record of the readouts that the journal holds in full");
  sub.add_flag("--float64", options.float64, "Train in double precision");
  sub.add_flag("--components", options.components,
               "Isotypic components as blocks instead of channels: they depend on no seed");
  add_as_labelled_option(sub, options);
}

std::optional<Record> reproduce_brec(const ReproduceOptions& options,
                                     const experiments::RunContext& context) {
  experiments::BrecConfig config =
      options.quick ? experiments::quick_brec() : experiments::BrecConfig();
  choose_pairs(config, options);
  config.threshold = options.threshold.value_or(config.threshold);
  experiments::BrecProtocol& protocol = config.protocol;
  protocol.epochs = options.epochs.value_or(protocol.epochs);
  protocol.epsilon = options.epsilon.value_or(protocol.epsilon);
  protocol.norm_bias = options.norm_bias.value_or(protocol.norm_bias);
  if (options.float64) protocol.precision = experiments::Precision::Float64;
  protocol.as_labelled = options.as_labelled;
  if (options.components) protocol.grouping = Grouping::Components;
  return run_brec(config, load_data(options), context);
}

void add_rpc_lite_options(CLI::App& sub, ReproduceOptions& options) {
  add_pair_options(sub, options);
  auto* ablations = sub.add_flag("--ablations", options.ablations,
                                 "The readouts of the ablations: B = 1..32, linear ones, mean");
  sub.get_option("--readouts")->excludes(ablations);
  sub.get_option("--blocks")->excludes(ablations);
  sub.add_option("--patience", options.patience,
                 "Epochs without a better validation score that end a training; 0: none do [30]")
      ->check(count_between(0, 100'000));
  sub.add_option("--stride", options.stride, "Every so many-th pair; 4: the 100-pair subset [1]")
      ->check(count_between(1, brec_num_pairs));
}

std::optional<Record> reproduce_rpc_lite(const ReproduceOptions& options,
                                         const experiments::RunContext& context) {
  experiments::RpcLiteConfig config =
      options.quick ? experiments::quick_rpc_lite() : experiments::RpcLiteConfig();
  if (options.ablations) config.readouts = experiments::rpc_lite_ablations();
  choose_pairs(config, options);
  config.stride = options.stride.value_or(config.stride);
  experiments::CopyTraining& training = config.training;
  training.epochs = options.epochs.value_or(training.epochs);
  training.patience = options.patience.value_or(training.patience);
  training.norm_bias = options.norm_bias.value_or(training.norm_bias);
  return run_rpc_lite(config, load_data(options), context);
}

void add_runtime_options(CLI::App& sub, ReproduceOptions& options) {
  add_data_option(sub, options);
  sub.add_option("--recipe", options.recipe, "CSV of bench/networkx_recipe.py, to compare with")
      ->type_name("FILE")
      ->check(CLI::ExistingFile);
}

std::optional<Record> reproduce_runtime(const ReproduceOptions& options,
                                        const experiments::RunContext& context) {
  experiments::RuntimeConfig config =
      options.quick ? experiments::quick_runtime() : experiments::RuntimeConfig();
  config.recipe = options.recipe;
  std::optional<BrecData> data;
  if (find_brec(options.data)) {
    data = load_brec(options.data);
  } else {
    std::cerr << "runtime: random graphs only, "
              << (options.data.empty() ? "no data folder is named (--data)"
                                       : "there is no BREC in " + options.data)
              << '\n';
  }
  return run_runtime(config, data ? &*data : nullptr, context);
}

}  // namespace isotypic::cli
