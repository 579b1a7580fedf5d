// Downstream tasks: ordinary pipelines on published data, with one readout after another.
//
// Paper: section 5.3, tables spectral_main and molecules_main; settings in table opt-hparams.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/channel_choice.hpp"
#include "experiments/experiment.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/train/recipe.hpp"
#include "isotypic/train/settings.hpp"

namespace isotypic::experiments {

enum class Benchmark { Spectral, Zinc, Molhiv };

/// What happens to the targets that a graph is too small to have.
enum class Padding {
  Mask,  ///< left out of loss and scores
  Zero,  ///< taken as zero and learnt like the others
};

/// All that the results depend on, the content of the data sets aside.
struct DownstreamConfig {
  Benchmark benchmark = Benchmark::Spectral;
  std::vector<std::string> datasets;  ///< by name
  std::vector<nn::LayerKind> encoders = {nn::LayerKind::Gin};
  std::vector<std::string> readouts = {"sum", "isotypic", "sum+isotypic"};
  std::int64_t seeds = 3;       ///< trainings per data set, encoder and readout
  std::int64_t first_seed = 0;  ///< later runs can add seeds to a record
  train::RecipeChoice recipe;
  train::TrainingSettings training{.batch_size = 32};
  train::RegressionSettings regression;
  train::NetworkSettings network;
  std::int64_t blocks = 8;
  ChannelChoice channels;
  std::int64_t eigenvalues = 8;     ///< targets of Spectral
  Padding padding = Padding::Mask;  ///< of Spectral
  std::int64_t max_graphs = 0;      ///< of every part of a split; 0: all
};

[[nodiscard]] const OptionFields<DownstreamConfig>& downstream_fields(Benchmark benchmark);

/// The paper's settings; five seeds for spectral, three for the others.
[[nodiscard]] DownstreamConfig spectral_config();
[[nodiscard]] DownstreamConfig zinc_config();
[[nodiscard]] DownstreamConfig molhiv_config();

/// The same task in a size for tests: one seed, three epochs, few graphs.
[[nodiscard]] DownstreamConfig quick(DownstreamConfig config);

/// Where things are; changes no result.
struct DownstreamPlaces {
  std::string data;      ///< the directory that holds the data sets
  std::string channels;  ///< folder for the files of computed channels; empty: none are kept
};

/// Trains every combination and tests each model at its best validation epoch. The rows of the
/// record are the learning curves; the figures are means and deviations over the seeds, and the
/// results seed by seed. With a journal, finished trainings are kept in it and unfinished ones in
/// checkpoints beside it.
///
/// Nothing if stopped before the end. Throws Error if a data set is missing.
[[nodiscard]] std::optional<report::Record> run_downstream(const DownstreamConfig& config,
                                                           const DownstreamPlaces& places,
                                                           const RunContext& context);

/// The same on the data in context.data, with channels in context.channels.
[[nodiscard]] Experiment spectral_experiment();
[[nodiscard]] Experiment zinc_experiment();
[[nodiscard]] Experiment molhiv_experiment();

/// The paper's table with our numbers beside it.
[[nodiscard]] std::vector<report::Table> downstream_tables(const report::Record& record);

}  // namespace isotypic::experiments

namespace isotypic {

template <>
struct EnumNames<experiments::Benchmark> {
  static constexpr const char* what = "benchmark";
  static constexpr std::array<std::pair<experiments::Benchmark, const char*>, 3> table = {
      {{experiments::Benchmark::Spectral, "spectral"},
       {experiments::Benchmark::Zinc, "zinc"},
       {experiments::Benchmark::Molhiv, "molhiv"}}};
};

template <>
struct EnumNames<experiments::Padding> {
  static constexpr const char* what = "padding";
  static constexpr std::array<std::pair<experiments::Padding, const char*>, 2> table = {
      {{experiments::Padding::Mask, "mask"}, {experiments::Padding::Zero, "zero"}}};
};

}  // namespace isotypic
