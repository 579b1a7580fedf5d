#include "cli/reproduce/reproduce_experiments.hpp"

#include <CLI/CLI.hpp>

#include "cli/support/checks.hpp"
#include "cli/support/data_folder.hpp"
#include "cli/reproduce/reproduce_brec.hpp"
#include "cli/reproduce/reproduce_downstream.hpp"
#include "experiments/separation/ablation_separation.hpp"
#include "experiments/brec/brec.hpp"
#include "experiments/brec/rpc_lite.hpp"
#include "experiments/runtime/runtime.hpp"
#include "experiments/separation/separation.hpp"
#include "experiments/srg16/srg16.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/data/open.hpp"

namespace isotypic::cli {
namespace {

using report::Record;

std::optional<Record> separation(const ReproduceOptions& options,
                                 const experiments::RunContext& context) {
  experiments::SeparationConfig config =
      options.quick ? experiments::quick_separation() : experiments::SeparationConfig();
  if (!options.encoders.empty()) config.encoders = options.encoders;
  if (!options.readouts.empty()) config.readouts = options.readouts;
  config.families = options.families;
  config.blocks = options.blocks.value_or(config.blocks);
  config.seeds = options.seeds.value_or(config.seeds);
  return run_separation(config, context);
}

std::optional<Record> ablation_separation(const ReproduceOptions& options,
                                          const experiments::RunContext& context) {
  experiments::AblationConfig config;
  if (!options.encoders.empty()) config.encoder = options.encoders.front();
  if (!options.readouts.empty()) config.readouts = options.readouts;
  config.blocks = options.blocks.value_or(config.blocks);
  config.seeds = options.seeds.value_or(config.seeds);
  return run_ablation_separation(config, context);
}

std::optional<Record> srg16(const ReproduceOptions& options,
                            const experiments::RunContext& context) {
  experiments::Srg16Config config =
      options.quick ? experiments::quick_srg16() : experiments::Srg16Config();
  if (!options.encoders.empty()) config.encoders = options.encoders;
  if (!options.readouts.empty()) config.readouts = options.readouts;
  config.blocks = options.blocks.value_or(config.blocks);
  config.seeds = options.seeds.value_or(config.seeds);
  config.training.norm_bias = options.norm_bias.value_or(config.training.norm_bias);
  return run_srg16(config, context);
}

void add_models(CLI::App& sub, ReproduceOptions& options, std::int64_t least_seeds) {
  const auto among = [](const std::vector<std::string>& names) {
    return CLI::IsMember(names, CLI::ignore_case);
  };
  sub.add_option("--seeds", options.seeds, "Number of seeds")
      ->check(CLI::Range(least_seeds, std::int64_t{10'000}));
  sub.add_option("--encoders", options.encoders, "Some of the encoders")
      ->transform(among(experiments::encoder_names()))
      ->delimiter(',');
  sub.add_option("--readouts", options.readouts, "Some of the readouts")
      ->transform(among(experiments::readout_names()))
      ->delimiter(',');
  sub.add_option("--blocks", options.blocks, "B: blocks that the isotypic readouts keep [8]")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
}

void add_separation_options(CLI::App& sub, ReproduceOptions& options) {
  add_models(sub, options, 2);  // a t-test needs two
  sub.add_option("--families", options.families, "Some of the families of pairs")
      ->transform(CLI::IsMember(experiments::separation_families(), CLI::ignore_case))
      ->delimiter(',');
}

void add_ablation_options(CLI::App& sub, ReproduceOptions& options) { add_models(sub, options, 1); }

void add_srg16_options(CLI::App& sub, ReproduceOptions& options) {
  add_models(sub, options, 1);
  sub.add_option("--norm-bias", options.norm_bias, "Initial bias of BatchNorm [0.1]")
      ->check(number_between(-1e6, 1e6));
}

}  // namespace

void add_data_option(CLI::App& sub, ReproduceOptions& options) {
  add_data_folder_option(sub, options.data, "Folder of the published data sets");
}

void add_as_labelled_option(CLI::App& sub, ReproduceOptions& options) {
  sub.add_flag("--as-labelled", options.as_labelled,
               "Number orbitals in the order of the node numbers, as the paper's recipe does: "
               "channels then differ between relabelled copies");
}

std::string missing_data(const NamedExperiment& experiment, const ReproduceOptions& options) {
  for (const std::string& dataset : experiment.datasets) {
    if (options.data.empty()) return "it needs " + dataset + " (--data DIR)";
    const bool found = dataset == "brec" ? find_brec(options.data).has_value()
                                         : find_dataset(options.data, dataset).has_value();
    if (!found) return dataset + " is not in " + options.data;
  }
  return {};
}

const std::vector<NamedExperiment>& all_experiments() {
  static const std::vector<NamedExperiment> list = {
      {.name = "separation",
       .about = "36 pairs that 1-WL cannot tell apart, untrained models (section 5.1)",
       .run = separation,
       .add_options = add_separation_options,
       .tables = experiments::separation_tables},
      {.name = "ablation-separation",
       .about = "The same pairs by projector family and block budget (appendix D)",
       .run = ablation_separation,
       .add_options = add_ablation_options},
      {.name = "srg16",
       .about = "Rook's graph against Shrikhande graph, trained (section 5.2)",
       .run = srg16,
       .add_options = add_srg16_options,
       .keeps_journal = true},
      {.name = "brec",
       .about = "BREC by the official protocol, 400 pairs (appendix D.2)",
       .run = reproduce_brec,
       .add_options = add_brec_options,
       .tables = experiments::brec_tables,
       .keeps_journal = true,
       .datasets = {"brec"}},
      {.name = "brec-rpc-lite",
       .about = "BREC, a classifier for each of the 400 pairs (section 5.2)",
       .run = reproduce_rpc_lite,
       .add_options = add_rpc_lite_options,
       .tables = experiments::rpc_lite_tables,
       .keeps_journal = true,
       .datasets = {"brec"}},
      {.name = "runtime",
       .about = "What the readout costs per graph: random graphs and BREC (appendix D)",
       .run = reproduce_runtime,
       .add_options = add_runtime_options,
       .tables = experiments::runtime_tables},
      spectral_experiment(),
      zinc_experiment(),
      molhiv_experiment()};
  return list;
}

}  // namespace isotypic::cli
