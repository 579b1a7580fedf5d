// Downstream tasks: ordinary pipelines on published data, with one readout after another.
//
// Paper: section 5.3, tables spectral_main and molecules_main; settings in table opt-hparams.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/context.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace isotypic::experiments {

/// What happens to the targets that a graph is too small to have.
enum class Padding {
  Mask,  ///< left out of loss and scores
  Zero,  ///< taken as zero and learnt like the others
};

/// All that the results depend on, the content of the data sets aside.
struct DownstreamConfig {
  std::string experiment;             ///< "spectral", "zinc" or "molhiv"
  std::vector<std::string> datasets;  ///< by name
  std::vector<std::string> encoders = {"GIN"};
  std::vector<std::string> readouts = {"sum", "isotypic", "sum+isotypic"};
  std::int64_t seeds = 3;  ///< trainings per data set, encoder and readout
  std::int64_t epochs = 300;
  std::int64_t patience = 40;
  std::int64_t batch_size = 32;
  double learning_rate = 1e-3;
  double weight_decay = 1e-5;
  std::int64_t hidden = 128;
  std::int64_t layers = 5;
  double dropout = 0.1;
  std::int64_t walks = 0;  ///< return probabilities that the encoder sees at its input
  std::int64_t blocks = 8;
  Grouping grouping = Grouping::Channels;  ///< Components: seed-free blocks
  bool as_labelled = false;                ///< channels that follow the node numbers
  std::int64_t eigenvalues = 8;            ///< targets of "spectral"
  Padding padding = Padding::Mask;         ///< of "spectral"
  std::int64_t max_graphs = 0;             ///< of every part of a split; 0: all
};

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

/// The paper's table with our numbers beside it.
[[nodiscard]] std::vector<report::Table> downstream_tables(const report::Record& record);

}  // namespace isotypic::experiments
