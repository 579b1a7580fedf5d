#include "cli/commands/train.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <memory>
#include <vector>

#include "cli/commands/cross_validate.hpp"
#include "cli/commands/learn.hpp"
#include "cli/options/checks.hpp"
#include "cli/options/data_folder.hpp"
#include "cli/options/option_fields.hpp"
#include "cli/program/folder_lock.hpp"
#include "cli/terminal/channels_progress.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/views/training_record.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/learn/fit.hpp"
#include "isotypic/learn/training_text.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/train/ranks.hpp"

namespace isotypic::cli {
namespace {

using learn::Pipeline;

struct TrainCommand {
  std::vector<std::string> words;
  std::string data = ".";
  std::string config;
  std::string output = "model";
  Json given = Json::object();  ///< fields of the options, as typed
  std::int64_t seeds = 1;
  std::int64_t threads = 1;
  bool quiet = false;
};

std::string description(const Pipeline& pipeline, const Dataset& dataset) {
  const std::string note = learn::unread_edges_note(pipeline, dataset);
  return learn::data_line(pipeline) + '\n' + learn::network_line(pipeline) + '\n' +
         (note.empty() ? "" : note + '\n');
}

/// Prints every epoch to standard error.
class EpochLines {
 public:
  EpochLines(std::string metric, std::int64_t graphs)
      : metric_(std::move(metric)), graphs_(static_cast<double>(graphs)) {}

  void operator()(const train::EpochRecord& record) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (first_ && record.epoch > 0) std::cerr << "resumed after epoch " << record.epoch << '\n';
    first_ = false;
    std::cerr << "epoch " << record.epoch + 1 << "  loss " << format_number(record.train_loss)
              << "  validation " << metric_ << ' ' << format_number(record.valid_score) << "  "
              << std::llround(graphs_ / seconds) << " graphs/s\n";
  }

 private:
  std::string metric_;
  double graphs_;
  bool first_ = true;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

/// The files that a training writes to its folder.
constexpr std::array<const char*, 6> own_files = {
    "model.checkpoint", "channels", "curve.csv", "loss.svg", "validation.svg", "train.json"};

void check_outputs(const TrainCommand& command, const std::string& dataset) {
  std::vector<std::filesystem::path> outputs;
  for (const char* file : own_files)
    outputs.push_back(command.output / std::filesystem::path(file));
  std::vector<std::filesystem::path> inputs = files_of_dataset(command.data, dataset);
  inputs.emplace_back(command.config);
  check_no_output_is_input(outputs, inputs);
}

/// One training for each of several seeds.
void run_seeds(const TrainCommand& command) {
  const learn::PipelineOptions options =
      read_options(learn::pipeline_fields(), command.config, command.given);
  if (options.folds > 0) {
    throw CLI::ValidationError("--seeds does not go with --folds: use isotypic cross-validate");
  }
  run_rounds({.words = command.words,
              .data = command.data,
              .configs = {command.config},
              .output = command.output,
              .stem = "train",
              .threads = command.threads,
              .keep_models = true,
              .quiet = command.quiet},
             {.configurations = {options},
              .folds = 0,
              .seeds = command.seeds,
              .first_seed = options.seed});
}

/// Makes the folder, locks it while a training runs, and clears what a killed one left behind.
std::unique_ptr<FolderLock> open_folder(const std::filesystem::path& folder) {
  create_folder(folder);
  auto lock = std::make_unique<FolderLock>(folder);
  remove_temporary_files(folder, [](const std::string& name) {
    return std::ranges::find(own_files, name) != own_files.end();
  });
  return lock;
}

/// Writes the record and prints the last line.
void report_training(const TrainCommand& command, report::Record record,
                     const learn::Pipeline& pipeline, const learn::FitResult& result,
                     bool trained) {
  const std::filesystem::path folder = command.output;
  // A training that was finished before keeps the record of how it was made.
  if (trained || !has_training_results(folder, record)) {
    write_training_results(folder, record, result);
  }
  std::cout << "test " << enum_name(pipeline.metric()) << ' ' << format_number(result.test_score)
            << " at epoch " << result.training.best_epoch + 1 << " of "
            << result.training.curve.size() << "; model in "
            << (folder / "model.checkpoint").string() << std::endl;
  if (!std::cout) fail_as(ErrorKind::Runtime, "train", "cannot write the output");
}

void run_train(const TrainCommand& command) {
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt("\nstopping after this epoch; once more to stop at once\n");
  const std::unique_ptr<train::Ranks> ranks = train::join_ranks();
  const bool first = ranks == nullptr || ranks->is_first();  // it alone writes and talks
  learn::PipelineOptions options =
      read_options(learn::pipeline_fields(), command.config, command.given);
  if (options.dataset.empty()) throw CLI::RequiredError("--dataset");
  SplitDataset data = open_dataset(command.data, options.dataset, options.split);
  options.dataset = data.dataset.name;  // as the files spell it
  Pipeline pipeline = learn::make_pipeline(options, data);
  const std::filesystem::path folder = command.output;
  check_outputs(command, options.dataset);
  const std::unique_ptr<FolderLock> lock = first ? open_folder(folder) : nullptr;
  ChannelsProgress progress("channels");
  learn::FitOptions fit_options{.channels = {.stop = interrupt.token()},
                                .stop = interrupt.token(),
                                .ranks = ranks.get(),
                                .threads = command.threads};
  if (first) {
    fit_options.checkpoint = folder / "model.checkpoint";
    fit_options.channels.cache_file = (folder / "channels").string();
    fit_options.channels.progress = progress.callback();
    fit_options.on_warning = [](const std::string& warning) {
      std::cerr << "warning: " << warning << '\n';
    };
  }
  EpochLines lines(enum_name(pipeline.metric()),
                   std::ssize(pipeline.split.train) + std::ssize(pipeline.split.valid));
  const bool talks = first && !command.quiet;
  if (talks) std::cerr << description(pipeline, data.dataset);
  if (talks && ranks != nullptr) std::cerr << ranks->size() << " ranks share every batch\n";
  std::int64_t epochs_run = 0;
  fit_options.progress = [&](const train::EpochRecord& epoch) {
    ++epochs_run;
    if (talks) lines(epoch);
  };
  const learn::FitResult result = learn::fit(pipeline, std::move(data.dataset), fit_options);
  if (result.training.stopped) {
    fail_as(ErrorKind::Cancelled, "train", "interrupted; the same command resumes");
  }
  if (!first) return;
  report::Record record =
      make_training_record({command.words, options, !data.has_split()}, pipeline, result);
  if (ranks != nullptr) record.figures.set("ranks", static_cast<double>(ranks->size()));
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  report_training(command, std::move(record), pipeline, result, epochs_run > 0);
}

}  // namespace

void add_train(CLI::App& app, const std::vector<std::string>& words) {
  auto command = std::make_shared<TrainCommand>();
  command->words = words;
  CLI::App* sub = app.add_subcommand("train", train_about);
  add_data_folder_option(*sub, command->data,
                         "Folder that holds the data set, in TU or OGB layout [.]");
  sub->add_option("--config", command->config,
                  "JSON file with the options below; the command line wins")
      ->check(named_file())
      ->type_name("FILE");
  sub->add_option("-o,--output", command->output, "Folder for checkpoint, curves and record")
      ->check(named_file())
      ->type_name("DIR")
      ->capture_default_str();
  sub->add_option("--seeds", command->seeds,
                  "Train with this many seeds, from --seed on, side by side; each model gets a "
                  "folder seed-N of its own")
      ->check(count_between(1, 1'000'000))
      ->capture_default_str();
  add_training_threads_option(*sub, command->threads);
  sub->add_flag("--quiet", command->quiet, "Print neither the description nor a line per epoch");
  add_option_fields(*sub, learn::pipeline_fields().list(), learn::pipeline_fields().values({}),
                    command->given);
  sub->footer(
      "The same command goes on where an interrupted one stopped.\n"
      "Started by srun, mpirun or with RANK, WORLD_SIZE, MASTER_ADDR and MASTER_PORT set, several\n"
      "processes train one model together, each with a share of every batch.\n"
      "Examples:\n"
      "  isotypic train --data DATA --dataset ENZYMES --output enzymes\n"
      "  isotypic train --data DATA --dataset ogbg_molhiv --encoder GINE --readout sum\n"
      "  isotypic train --data DATA --config experiment.json --seed 3\n"
      "  isotypic train --data DATA --dataset ENZYMES --threads 2 --output enzymes\n"
      "  isotypic train --data DATA --dataset ENZYMES --seeds 5 --output enzymes\n"
      "  isotypic train --data DATA --dataset ENZYMES --folds 10 --fold 0 --output fold0\n");
  sub->callback([command] { command->seeds > 1 ? run_seeds(*command) : run_train(*command); });
}

}  // namespace isotypic::cli
