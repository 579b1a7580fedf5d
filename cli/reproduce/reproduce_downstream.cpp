#include "cli/reproduce/reproduce_downstream.hpp"

#include <CLI/CLI.hpp>
#include <filesystem>

#include "experiments/downstream/downstream.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/nn/names.hpp"

namespace isotypic::cli {
namespace {

using experiments::DownstreamConfig;
using report::Record;

std::optional<Record> run(DownstreamConfig config, const ReproduceOptions& options,
                          const experiments::RunContext& context) {
  if (options.quick) config = experiments::quick(config);
  if (!options.datasets.empty()) config.datasets = options.datasets;
  if (!options.encoders.empty()) config.encoders = options.encoders;
  if (!options.readouts.empty()) config.readouts = options.readouts;
  config.seeds = options.seeds.value_or(config.seeds);
  config.epochs = options.epochs.value_or(config.epochs);
  config.patience = options.patience.value_or(config.patience);
  config.layers = options.layers.value_or(config.layers);
  config.walks = options.walks;
  config.blocks = options.blocks.value_or(config.blocks);
  if (options.components) config.grouping = Grouping::Components;
  config.as_labelled = options.as_labelled;
  if (options.zero_padding) config.padding = experiments::Padding::Zero;
  if (options.data.empty()) {
    throw CLI::ValidationError(
        config.experiment + " needs its data sets: name their folder by --data or ISOTYPIC_DATA");
  }
  const auto channels = std::filesystem::path(options.output) / "channels";
  return run_downstream(config, {options.data, channels.string()}, context);
}

std::optional<Record> spectral(const ReproduceOptions& options,
                               const experiments::RunContext& context) {
  return run(experiments::spectral_config(), options, context);
}

std::optional<Record> zinc(const ReproduceOptions& options,
                           const experiments::RunContext& context) {
  return run(experiments::zinc_config(), options, context);
}

std::optional<Record> molhiv(const ReproduceOptions& options,
                             const experiments::RunContext& context) {
  return run(experiments::molhiv_config(), options, context);
}

CLI::Validator is_readout() {
  return {[](std::string& name) -> std::string {
            try {
              (void)nn::named_readout(name, 1, 0);
              return {};
            } catch (const Error& error) {
              return error.reason();
            }
          },
          "READOUT[+READOUT...][:projected|:gated]"};
}

void add_options(CLI::App& sub, ReproduceOptions& options) {
  add_data_option(sub, options);
  sub.add_option("--seeds", options.seeds, "Number of seeds")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{10'000}));
  sub.add_option("--epochs", options.epochs, "At most so many epochs instead of the paper's")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100'000}));
  sub.add_option("--patience", options.patience,
                 "Epochs without a better validation score that end a training; 0: none do")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{100'000}));
  sub.add_option("--encoders", options.encoders, "Encoders [GIN]")
      ->transform(CLI::IsMember(nn::layer_names(), CLI::ignore_case))
      ->delimiter(',');
  sub.add_option("--readouts", options.readouts, "Readouts [sum,isotypic,sum+isotypic]")
      ->check(is_readout())
      ->delimiter(',');
  sub.add_option("--blocks", options.blocks, "B: blocks that the isotypic readout keeps [8]")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{4096}));
  sub.add_flag("--components", options.components,
               "Blocks are isotypic components, which do not depend on a seed, not channels");
  add_as_labelled_option(sub, options);
  sub.add_option("--layers", options.layers, "Layers of the encoders [5]")
      ->check(CLI::Range(std::int64_t{1}, std::int64_t{100}));
  sub.add_option("--walks", options.walks,
                 "Return probabilities of walks of up to so many steps at the encoders' input [0]")
      ->check(CLI::Range(std::int64_t{0}, std::int64_t{16}));
  sub.add_flag("--finished-only", options.finished_only,
               "Train nothing: a record of what an interrupted run has finished");
  sub.add_flag("--verbose", options.verbose, "A line for every epoch, with graphs per second");
}

void add_spectral_options(CLI::App& sub, ReproduceOptions& options) {
  add_options(sub, options);
  sub.add_option("--datasets", options.datasets, "TU data sets [PROTEINS,ENZYMES]")->delimiter(',');
  sub.add_flag("--zero-padding", options.zero_padding,
               "Learn eigenvalues that a small graph does not have as zeros, instead of leaving "
               "them out");
}

}  // namespace

NamedExperiment spectral_experiment() {
  return {.name = "spectral",
          .about = "Smallest Laplacian eigenvalues of PROTEINS and ENZYMES (section 5.3)",
          .run = spectral,
          .add_options = add_spectral_options,
          .tables = experiments::downstream_tables,
          .keeps_journal = true,
          .datasets = experiments::spectral_config().datasets};
}

NamedExperiment zinc_experiment() {
  return {.name = "zinc",
          .about = "Solubility of molecules, 12,000 of ZINC (section 5.3)",
          .run = zinc,
          .add_options = add_options,
          .tables = experiments::downstream_tables,
          .keeps_journal = true,
          .datasets = experiments::zinc_config().datasets};
}

NamedExperiment molhiv_experiment() {
  return {.name = "molhiv",
          .about = "Which molecules inhibit HIV, 41,127 of ogbg-molhiv (section 5.3)",
          .run = molhiv,
          .add_options = add_options,
          .tables = experiments::downstream_tables,
          .keeps_journal = true,
          .datasets = experiments::molhiv_config().datasets};
}

}  // namespace isotypic::cli
