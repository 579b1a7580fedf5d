#include "cli/commands/train.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <set>
#include <sstream>
#include <vector>

#include "cli/support/channels_progress.hpp"
#include "cli/support/checks.hpp"
#include "cli/support/data_folder.hpp"
#include "cli/support/folder_lock.hpp"
#include "cli/support/interrupt.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/record.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/learn/pipeline.hpp"

namespace isotypic::cli {
namespace {

using learn::Pipeline;

struct TrainCommand {
  std::vector<std::string> words;
  std::string data = ".";
  std::string config;
  std::string output = "model";
  std::map<std::string, std::string> given;  ///< fields of the options, as typed
  bool quiet = false;
};

std::string option_name(std::string field) {
  std::ranges::replace(field, '_', '-');
  return "--" + field;
}

/// The text of an option as a value of the field's type.
Json typed_value(const std::string& field, const std::string& text, const Json& like) {
  if (like.is_string()) return text;
  const char* end = text.data() + text.size();
  if (like.is_number_integer()) {
    std::int64_t value = 0;
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (rest == end && error == std::errc()) return value;
  } else {
    double value = 0.0;
    const auto [rest, error] = std::from_chars(text.data(), end, value);
    if (rest == end && error == std::errc()) return value;
  }
  throw CLI::ValidationError(option_name(field), "'" + text + "' is not a number of this kind");
}

/// Defaults, then the config file, then the command line.
learn::PipelineOptions options_of(const TrainCommand& command) {
  const Json defaults = learn::to_json(learn::PipelineOptions());
  Json given = Json::object();
  for (const auto& [field, text] : command.given) {
    given[field] = typed_value(field, text, defaults.at(field));
  }
  Json json = Json::object();
  if (!command.config.empty()) json = parse_json(read_file(command.config), command.config);
  Json merged = json;
  if (merged.is_object()) merged.update(given);
  try {
    return learn::pipeline_options_from_json(merged, "options");
  } catch (const Error& error) {
    // A mistake of the file is not one of the command line; but the file is not to be judged by
    // what must fit together and the command line has changed.
    for (const std::set<std::string>& group :
         {std::set<std::string>{"folds", "fold"}, {"encoder", "hidden", "heads"}}) {
      const auto is_given = [&](const std::string& field) { return given.contains(field); };
      if (!json.is_object() || std::ranges::none_of(group, is_given)) continue;
      for (const std::string& field : group) json.erase(field);
    }
    if (!command.config.empty()) (void)learn::pipeline_options_from_json(json, command.config);
    throw CLI::ValidationError(error.reason());
  }
}

const char* metric_name(train::Metric metric) {
  switch (metric) {
    case train::Metric::Accuracy:
      return "accuracy";
    case train::Metric::RocAuc:
      return "ROC-AUC";
    case train::Metric::MeanAbsoluteError:
      return "MAE";
    case train::Metric::R2:
      return "R2";
  }
  return "score";
}

/// What is about to be trained, so that a wrong guess of "auto" is seen at once.
std::string description(const Pipeline& pipeline) {
  const Split& split = pipeline.split;
  const learn::PipelineOptions& options = pipeline.options;
  const std::int64_t outputs = pipeline.model->options.outputs;
  const bool one = outputs == 1;
  const std::map<std::string, std::string> inputs = {{"labels", "node labels"},
                                                     {"attributes", "node attributes"},
                                                     {"both", "node labels and attributes"},
                                                     {"constant", "constant node features"}};
  std::int64_t weights = 0;
  for (const auto& parameter : pipeline.model->parameters()) weights += parameter.numel();
  std::ostringstream text;
  text << options.dataset << ": " << options.task << ", " << outputs << ' '
       << (options.task != "classification" ? (one ? "target" : "targets")
           : one                            ? "class"
                                            : "classes")
       << "; " << split.train.size() << " graphs for training, " << split.valid.size()
       << " for validation, " << split.test.size() << " for the test\n"
       << options.encoder << " and " << options.readout << " on " << inputs.at(options.node_input)
       << ", " << weights << " weights\n";
  return text.str();
}

/// Prints every epoch to standard error.
class EpochLines {
 public:
  EpochLines(const char* metric, std::int64_t graphs)
      : metric_(metric), graphs_(static_cast<double>(graphs)) {}

  void operator()(const train::EpochRecord& record) {
    const auto now = std::chrono::steady_clock::now();
    const double seconds = std::chrono::duration<double>(now - last_).count();
    last_ = now;
    if (first_ && record.epoch > 0) std::cerr << "resumed after epoch " << record.epoch << '\n';
    first_ = false;
    std::cerr << "epoch " << record.epoch + 1 << "  loss "
              << format_number(record.train_loss) << "  validation " << metric_ << ' '
              << format_number(record.valid_score) << "  "
              << std::llround(graphs_ / seconds) << " graphs/s\n";
  }

 private:
  const char* metric_;
  double graphs_;
  bool first_ = true;
  std::chrono::steady_clock::time_point last_ = std::chrono::steady_clock::now();
};

report::Record make_record(const TrainCommand& command, const Pipeline& pipeline,
                           const learn::FitResult& result) {
  const std::string metric = metric_name(pipeline.metric());
  const learn::PipelineOptions& options = pipeline.options;
  std::string name = "train " + options.dataset + ", " + options.encoder + ", " + options.readout +
                     ", seed " + std::to_string(options.seed);
  if (options.folds > 0) {
    name += ", fold " + std::to_string(options.fold) + " of " + std::to_string(options.folds);
  }
  report::Record record = report::begin_record(name, learn::to_json(options), command.words);
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

void run_train(const TrainCommand& command) {
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt("\nstopping after this epoch; once more to stop at once\n");
  const learn::PipelineOptions options = options_of(command);
  if (options.dataset.empty()) throw CLI::RequiredError("--dataset");
  SplitDataset data = open_dataset(command.data, options.dataset, options.split);
  Pipeline pipeline = learn::make_pipeline(options, data);
  const std::filesystem::path folder = command.output;
  create_folder(folder);
  const FolderLock lock(folder);
  remove_temporary_files(folder, [](const std::string& name) {
    const std::set<std::string> own = {"model.checkpoint", "channels",       "curve.csv",
                                       "loss.svg",         "validation.svg", "train.json"};
    return own.contains(name);
  });
  ChannelsProgress progress("channels");
  learn::FitOptions fit_options{.checkpoint = folder / "model.checkpoint",
                                .channels = {.cache_file = (folder / "channels").string(),
                                             .progress = progress.callback(),
                                             .stop = interrupt.token()},
                                .stop = interrupt.token()};
  EpochLines lines(metric_name(pipeline.metric()),
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
  std::cout << "test " << metric_name(pipeline.metric()) << ' '
            << format_number(result.test_score) << " at epoch "
            << result.training.best_epoch + 1 << " of " << result.training.curve.size()
            << "; model in " << (folder / "model.checkpoint").string() << std::endl;
  if (!std::cout) fail_as(ErrorKind::Runtime, "train", "cannot write the output");
}

}  // namespace

void add_train(CLI::App& app, const std::vector<std::string>& words) {
  auto command = std::make_shared<TrainCommand>();
  command->words = words;
  CLI::App* sub = app.add_subcommand("train", "Train a network on your own data set");
  add_data_folder_option(*sub, command->data,
                         "Folder that holds the data set, in TU or OGB layout [.]");
  sub->add_option("--config", command->config, "JSON file with the options below; those win")
      ->check(named_file())
      ->type_name("FILE");
  sub->add_option("--output", command->output, "Folder for checkpoint, curves and record")
      ->check(named_file())
      ->type_name("DIR")
      ->capture_default_str();
  sub->add_flag("--quiet", command->quiet, "No description, no line for every epoch");
  const Json defaults = learn::to_json(learn::PipelineOptions());
  for (const learn::PipelineField& field : learn::pipeline_fields()) {
    const Json& value = defaults.at(field.name);
    const std::string shown = value.is_string() ? value.get<std::string>() : dump_json(value);
    sub->add_option_function<std::string>(
           option_name(field.name),
           [command, name = std::string(field.name)](const std::string& text) {
             command->given[name] = text;
           },
           std::string(field.about) + (shown.empty() ? "" : " [" + shown + "]"))
        ->type_name(value.is_string()           ? "TEXT"
                    : value.is_number_integer() ? "INT"
                                                : "FLOAT");
  }
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
