#include "cli/commands/train.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <sstream>
#include <vector>

#include "cli/commands/learn.hpp"
#include "cli/support/channels_progress.hpp"
#include "cli/support/checks.hpp"
#include "cli/support/data_folder.hpp"
#include "cli/support/folder_lock.hpp"
#include "cli/support/interrupt.hpp"
#include "cli/support/option_fields.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/learn/pipeline.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/record.hpp"

namespace isotypic::cli {
namespace {

using learn::Pipeline;

struct TrainCommand {
  std::vector<std::string> words;
  std::string data = ".";
  std::string config;
  std::string output = "model";
  Json given = Json::object();  ///< fields of the options, as typed
  bool quiet = false;
};

/// What is about to be trained, so that a wrong guess of "auto" is seen at once.
std::string description(const Pipeline& pipeline) {
  const Split& split = pipeline.split;
  const learn::PipelineOptions& options = pipeline.options;
  const std::int64_t outputs = pipeline.model->options.outputs;
  const bool one = outputs == 1;
  const std::map<learn::NodeInput, std::string> inputs = {
      {learn::NodeInput::Labels, "node labels"},
      {learn::NodeInput::Attributes, "node attributes"},
      {learn::NodeInput::Both, "node labels and attributes"},
      {learn::NodeInput::Constant, "constant node features"}};
  std::int64_t weights = 0;
  for (const auto& parameter : pipeline.model->parameters()) weights += parameter.numel();
  std::ostringstream text;
  text << options.dataset << ": " << enum_name(options.task) << ", " << outputs << ' '
       << (options.task != learn::Task::Classification ? (one ? "target" : "targets")
           : one                                       ? "class"
                                                       : "classes")
       << "; " << split.train.size() << " graphs for training, " << split.valid.size()
       << " for validation, " << split.test.size() << " for the test\n"
       << enum_name(options.encoder) << " and " << options.readout << " on "
       << inputs.at(options.node_input) << ", " << weights << " weights\n";
  return text.str();
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

report::Record make_record(const TrainCommand& command, const Pipeline& pipeline,
                           const learn::FitResult& result) {
  const std::string metric = enum_name(pipeline.metric());
  const learn::PipelineOptions& options = pipeline.options;
  std::string name = "train " + options.dataset + ", " + enum_name(options.encoder) + ", " +
                     options.readout + ", seed " + std::to_string(options.seed);
  if (options.folds > 0) {
    name += ", fold " + std::to_string(options.fold) + " of " + std::to_string(options.folds);
  }
  report::Record record =
      report::begin_record(name, learn::pipeline_fields().to_json(options), command.words);
  for (const train::EpochRecord& epoch : result.training.curve) {
    record.rows.push_back({{"epoch", epoch.epoch + 1},
                           {"train_loss", epoch.train_loss},
                           {"validation", epoch.valid_score}});
  }
  record.figures.set("test/" + metric, result.test_score);
  record.figures.set("validation/" + metric, result.training.best_score);
  record.figures.set("best epoch", static_cast<double>(result.training.best_epoch + 1));
  record.figures.set("epochs", static_cast<double>(result.training.curve.size()));
  for (const auto& [y, label] :
       {std::pair<std::string, std::string>("validation", "validation " + metric),
        {"train_loss", "training loss"}}) {
    record.plots.push_back({.title = options.dataset + ": " + label,
                            .kind = report::PlotKind::Lines,
                            .x = "epoch",
                            .y = y,
                            .y_label = label});
  }
  return record;
}

bool is_scored(const report::Record& record) {
  return record.figures.find("best epoch").value_or(0.0) > 0.0;
}

void write_results(const TrainCommand& command, const report::Record& record,
                   const learn::FitResult& result) {
  const std::filesystem::path folder = command.output;
  train::write_learning_curve(folder / "curve.csv", result.training.curve);
  if (report::has_gnuplot() && !result.training.curve.empty()) {
    const auto plots = report::plots_of_record(record);
    if (is_scored(record))
      write_file((folder / "validation.svg").string(), report::render_svg(plots[0]));
    write_file((folder / "loss.svg").string(), report::render_svg(plots[1]));
  }
  report::write_record(record, folder / "train.json");  // last: it says that the others are there
}

bool have_equal_scores(const report::Record& a, const report::Record& b) {
  const auto& figures = a.figures.entries();
  return dump_json(Json(a.rows)) == dump_json(Json(b.rows)) &&
         figures.size() == b.figures.entries().size() &&
         std::ranges::all_of(figures, [&](const auto& figure) {
           return a.figures.find(figure.first) == b.figures.find(figure.first);
         });
}

/// Whether the folder has the results of exactly this training, from when it was finished before.
bool has_results(const std::filesystem::path& folder, const report::Record& record) {
  std::vector<const char*> files = {"train.json", "curve.csv"};
  if (report::has_gnuplot()) files.push_back("loss.svg");
  if (report::has_gnuplot() && is_scored(record)) files.push_back("validation.svg");
  for (const char* file : files) {
    if (!std::filesystem::is_regular_file(folder / file)) return false;
  }
  try {
    const report::Record before = report::read_record(folder / "train.json");
    Json config = before.config;
    config["epochs"] = record.config.at("epochs");  // fewer than were trained add nothing
    return config == record.config && have_equal_scores(before, record);
  } catch (const Error&) {
    return false;
  }
}

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

void run_train(const TrainCommand& command) {
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt("\nstopping after this epoch; once more to stop at once\n");
  const learn::PipelineOptions options =
      read_options(learn::pipeline_fields(), command.config, command.given);
  if (options.dataset.empty()) throw CLI::RequiredError("--dataset");
  SplitDataset data = open_dataset(command.data, options.dataset, options.split);
  Pipeline pipeline = learn::make_pipeline(options, data);
  const std::filesystem::path folder = command.output;
  check_outputs(command, options.dataset);
  create_folder(folder);
  const FolderLock lock(folder);
  remove_temporary_files(folder, [](const std::string& name) {
    return std::ranges::find(own_files, name) != own_files.end();
  });
  ChannelsProgress progress("channels");
  learn::FitOptions fit_options{.checkpoint = folder / "model.checkpoint",
                                .channels = {.cache_file = (folder / "channels").string(),
                                             .progress = progress.callback(),
                                             .stop = interrupt.token()},
                                .stop = interrupt.token()};
  EpochLines lines(enum_name(pipeline.metric()),
                   std::ssize(pipeline.split.train) + std::ssize(pipeline.split.valid));
  if (!command.quiet) std::cerr << description(pipeline);
  std::int64_t epochs_run = 0;
  fit_options.progress = [&](const train::EpochRecord& epoch) {
    ++epochs_run;
    if (!command.quiet) lines(epoch);
  };
  const learn::FitResult result = learn::fit(pipeline, std::move(data.dataset), fit_options);
  if (result.training.stopped) {
    fail_as(ErrorKind::Cancelled, "train", "interrupted; the same command resumes");
  }
  report::Record record = make_record(command, pipeline, result);
  record.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  // A training that was finished before keeps the record of how it was made.
  if (epochs_run > 0 || !has_results(folder, record)) write_results(command, record, result);
  std::cout << "test " << enum_name(pipeline.metric()) << ' ' << format_number(result.test_score)
            << " at epoch " << result.training.best_epoch + 1 << " of "
            << result.training.curve.size() << "; model in "
            << (folder / "model.checkpoint").string() << std::endl;
  if (!std::cout) fail_as(ErrorKind::Runtime, "train", "cannot write the output");
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
  sub->add_flag("--quiet", command->quiet, "Print neither the description nor a line per epoch");
  add_option_fields(*sub, learn::pipeline_fields().list(), learn::pipeline_fields().values({}),
                    command->given);
  sub->footer(
      "The same command goes on where an interrupted one stopped.\n"
      "Examples:\n"
      "  isotypic train --data DATA --dataset ENZYMES --output enzymes\n"
      "  isotypic train --data DATA --dataset ogbg_molhiv --encoder GINE --readout sum+isotypic\n"
      "  isotypic train --data DATA --config experiment.json --seed 3\n"
      "  isotypic train --data DATA --dataset ENZYMES --folds 10 --fold 0 --output fold0\n");
  sub->callback([command] { run_train(*command); });
}

}  // namespace isotypic::cli
