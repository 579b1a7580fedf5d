// The experiments that `isotypic reproduce` knows, and the options each one offers.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "experiments/context.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/report/table.hpp"

namespace CLI {
class App;
}

namespace isotypic::cli {

/// All options; every experiment offers those that mean something to it.
struct ReproduceOptions {
  std::vector<std::string> words;
  bool quick = false;
  std::optional<std::int64_t> seeds;
  std::vector<std::string> encoders;
  std::vector<std::string> readouts;
  std::vector<std::string> families;
  std::optional<std::int64_t> blocks;
  std::optional<double> norm_bias;
  std::string data;                      ///< folder of the published data sets
  std::string shard;                     ///< "i/N" or empty
  std::vector<std::int64_t> block_list;  ///< like `blocks`, several; 0: all blocks
  std::vector<std::int64_t> pairs;       ///< the first and the last
  std::optional<std::int64_t> epochs;
  std::optional<std::int64_t> patience;
  std::optional<std::int64_t> layers;
  std::int64_t walks = 0;
  std::optional<double> threshold;
  std::optional<double> epsilon;
  bool float64 = false;
  bool components = false;
  bool as_labelled = false;
  bool ablations = false;
  std::string recipe;
  std::optional<std::int64_t> stride;
  std::vector<std::string> datasets;
  bool zero_padding = false;
  bool finished_only = false;
  bool verbose = false;
  std::int64_t jobs = 0;
  bool csv = false;
  std::string json;
  std::string html;
  std::string output = "out";
};

struct NamedExperiment {
  using Run = std::optional<report::Record> (*)(const ReproduceOptions&,
                                                const experiments::RunContext&);
  using Tables = std::vector<report::Table> (*)(const report::Record&);
  using AddOptions = void (*)(CLI::App&, ReproduceOptions&);

  std::string name;
  std::string about;
  Run run;
  AddOptions add_options;
  Tables tables = nullptr;  ///< null: all figures, one by one
  bool keeps_journal = false;
  std::vector<std::string> datasets;  ///< what must be in --data
};

/// --data: where the data sets are; ISOTYPIC_DATA by default.
void add_data_option(CLI::App& sub, ReproduceOptions& options);
void add_as_labelled_option(CLI::App& sub, ReproduceOptions& options);

/// Which data set the experiment lacks, as a clause; empty if it has what it needs.
[[nodiscard]] std::string missing_data(const NamedExperiment& experiment,
                                       const ReproduceOptions& options);

/// In the order in which `isotypic reproduce all` runs them.
[[nodiscard]] const std::vector<NamedExperiment>& all_experiments();

}  // namespace isotypic::cli
