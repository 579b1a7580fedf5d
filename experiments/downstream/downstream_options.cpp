// The options of the downstream tasks, the paper's values of them, and their descriptions.
#include <map>

#include "experiments/downstream/downstream.hpp"
#include "isotypic/base/error.hpp"

namespace isotypic::experiments {
namespace {

using Config = DownstreamConfig;

void check_readout(const std::string& readout) {
  // All readouts of a run share one collated data set, which has no marked copies and not all
  // channels.
  const nn::ReadoutOptions options = nn::named_readout(readout, 1, 0);
  if (options.marks > 0) {
    fail("downstream", "a readout here must not mark nodes, as ", readout,
         " does; `isotypic train` can train it");
  }
  if (nn::needs_components(options)) {
    fail("downstream", "a readout here must not read components as a set, as ", readout,
         " does; `isotypic train` can train it");
  }
}

OptionFields<Config> make_fields(Benchmark benchmark) {
  const bool spectral = benchmark == Benchmark::Spectral;
  const bool regression = benchmark != Benchmark::Molhiv;
  OptionFields<Config> fields;
  fields.add("datasets", &Config::datasets, "TU data sets");
  if (!spectral) fields.not_on_command_line();
  fields.add("encoders", &Config::encoders, "Which encoders")
      .add("readouts", &Config::readouts,
           "Which readouts: names joined by +, and :projected or :gated at the end",
           checked_by(check_readout))
      .add("seeds", &Config::seeds, "Trainings per data set, encoder and readout",
           from_to(1, 10'000))
      .add("first_seed", &Config::first_seed, "The first seed; the others follow it",
           from_to(0, 10'000))
      .recorded(Recorded::UnlessDefault)
      .nest(&Config::recipe, train::recipe_fields())
      .nest(&Config::training, train::training_fields())
      .nest(&Config::network, train::network_fields(),
            {"hidden", "layers", "dropout", "residual", "feed_forward", "virtual_node", "walks",
             "laplacian"})
      .add("blocks", &Config::blocks, "Blocks that the isotypic readouts keep", from_to(1, 4096))
      .add("max_graphs", &Config::max_graphs, "Graphs of every part of a split; 0: all",
           {.least = 0})
      .nest(&Config::channels, channel_choice_fields());
  if (regression) fields.nest(&Config::regression, train::regression_fields());
  if (!spectral) return fields;
  return fields
      .add("eigenvalues", &Config::eigenvalues, "How many of the smallest eigenvalues to predict",
           from_to(1, 1000))
      .add("padding", &Config::padding,
           "Learn eigenvalues that a small graph does not have as zeros, instead of leaving them "
           "out")
      .as_switch("zero-padding", enum_name(Padding::Zero));
}

Experiment describe(std::string about, const Config& config) {
  return make_experiment(
      {.name = enum_name(config.benchmark),
       .about = std::move(about),
       .datasets = config.datasets,
       .reads_data = true,
       .keeps_journal = true,
       .has_threads = true,
       .has_ranks = true,
       .has_partial = true,
       .notes_epochs = true,
       .tables = downstream_tables},
      downstream_fields(config.benchmark), config, quick(config),
      [](const Config& chosen, const RunContext& context) {
        return run_downstream(chosen, {context.data, context.channels.string()}, context);
      });
}

}  // namespace

const OptionFields<Config>& downstream_fields(Benchmark benchmark) {
  static const std::map<Benchmark, OptionFields<Config>> fields = [] {
    std::map<Benchmark, OptionFields<Config>> all;
    for (const auto& [each, name] : EnumNames<Benchmark>::table) all[each] = make_fields(each);
    return all;
  }();
  return fields.at(benchmark);
}

Config spectral_config() {
  return {.benchmark = Benchmark::Spectral, .datasets = {"PROTEINS", "ENZYMES"}, .seeds = 5};
}

Config zinc_config() {
  return {.benchmark = Benchmark::Zinc, .datasets = {"ZINC"}, .training = {.batch_size = 128}};
}

Config molhiv_config() {
  return {.benchmark = Benchmark::Molhiv,
          .datasets = {"ogbg_molhiv"},
          .training = {.epochs = 200, .patience = 30, .batch_size = 256}};
}

Config quick(Config config) {
  config.seeds = 1;
  config.training.epochs = 3;
  config.max_graphs = 200;
  return config;
}

Experiment spectral_experiment() {
  return describe("Smallest Laplacian eigenvalues of PROTEINS and ENZYMES (section 5.3)",
                  spectral_config());
}

Experiment zinc_experiment() {
  return describe("Solubility of molecules, 12,000 of ZINC (section 5.3)", zinc_config());
}

Experiment molhiv_experiment() {
  return describe("Which molecules inhibit HIV, 41,127 of ogbg-molhiv (section 5.3)",
                  molhiv_config());
}

}  // namespace isotypic::experiments
