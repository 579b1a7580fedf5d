#include "cli/reproduce/run_options.hpp"

#include "cli/options/checks.hpp"
#include "cli/options/data_folder.hpp"
#include "cli/options/option_fields.hpp"
#include "cli/options/options.hpp"
#include "isotypic/run/shard.hpp"

namespace isotypic::cli {
namespace {

/// How much is run: --quick, --jobs.
void add_size_options(CLI::App& command, RunOptions& options) {
  command.add_flag("--quick", options.choice.quick, "Run a small size, for a first look");
  command
      .add_option("--jobs", options.jobs,
                  "Jobs side by side; 0: one per core, fewer if they have several threads")
      ->check(count_between(0, max_threads));
}

/// Where results go: --output, --html.
void add_place_options(CLI::App& command, RunOptions& options) {
  command.add_option("-o,--output", options.output, "Folder for records, pages and journals")
      ->check(named_file())
      ->type_name("DIR")
      ->capture_default_str();
  command.add_option("--html", options.html, "The page [DIR/NAME.html]")
      ->check(named_file())
      ->type_name("FILE");
}

void add_data_option(CLI::App& command, RunOptions& options) {
  add_data_folder_option(command, options.data, "Folder of the published data sets");
}

}  // namespace

void add_common_run_options(CLI::App& command, RunOptions& options) {
  add_size_options(command, options);
  add_place_options(command, options);
  add_data_option(command, options);
}

void add_run_options(CLI::App& command, const experiments::Experiment& experiment,
                     RunOptions& options) {
  add_size_options(command, options);
  if (experiment.has_threads) add_training_threads_option(command, options.threads);
  add_place_options(command, options);
  auto* csv = command.add_flag("--csv", options.csv, "Print the figures as CSV");
  command.add_option("--json", options.json, "The record [DIR/NAME.json]; - prints it")
      ->type_name("FILE")
      ->excludes(csv);
  if (experiment.reads_data) add_data_option(command, options);
  if (experiment.has_shards) {
    command.add_option("--shard", options.shard, "Run only part i of N of the jobs, for clusters")
        ->type_name("i/N")
        ->check(is_shard());
  }
  if (experiment.has_partial) {
    command.add_flag("--finished-only", options.finished_only,
                     "Run nothing; write a record of what an interrupted run has finished");
  }
  if (experiment.notes_epochs) {
    command.add_flag("--verbose", options.verbose,
                     "Print a line for every epoch, with graphs per second");
  }
  add_option_fields(command, experiment.options, experiment.defaults, options.choice.given);
}

void check_run_options(const experiments::Experiment& experiment, const RunOptions& options) {
  if (options.finished_only && !options.shard.empty()) {
    throw CLI::ValidationError("--finished-only runs nothing, so it does not go with --shard");
  }
  as_usage_error([&] { experiment.check(options.choice); });
  if (!experiment.datasets.empty() && options.data.empty()) {
    throw CLI::ValidationError(experiment.name + " needs " + listed(experiment.datasets) +
                               ": name the folder by --data or ISOTYPIC_DATA");
  }
}

std::string file_stem(const std::string& experiment, const RunOptions& options) {
  return experiment + (options.choice.quick ? "-quick" : "");
}

std::string journal_name(const std::string& experiment, const RunOptions& options,
                         const run::Shard& shard) {
  std::string name = file_stem(experiment, options);
  if (shard.count > 1) {
    name += "-shard-" + std::to_string(shard.index) + "-of-" + std::to_string(shard.count);
  }
  return name + ".journal";
}

std::filesystem::path record_path(const std::string& experiment, const RunOptions& options) {
  const bool to_file = !options.json.empty() && options.json != "-";
  if (to_file) return options.json;
  return std::filesystem::path(options.output) / (file_stem(experiment, options) + ".json");
}

std::filesystem::path page_path(const std::string& experiment, const RunOptions& options) {
  if (!options.html.empty()) return options.html;
  return std::filesystem::path(options.output) / (file_stem(experiment, options) + ".html");
}

}  // namespace isotypic::cli
