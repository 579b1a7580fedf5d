#include "cli/commands/cross_validate.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "cli/commands/learn.hpp"
#include "cli/options/checks.hpp"
#include "cli/options/data_folder.hpp"
#include "cli/options/option_fields.hpp"
#include "cli/terminal/channels_progress.hpp"
#include "cli/terminal/interrupt.hpp"
#include "cli/terminal/trainings_display.hpp"
#include "cli/views/record_text.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/report/page.hpp"
#include "isotypic/report/table.hpp"
#include "isotypic/train/rank_place.hpp"

namespace isotypic::cli {
namespace {

namespace fs = std::filesystem;

struct CrossValidateCommand {
  RoundsCommand rounds;
  std::vector<std::string> variations;  ///< "readout=sum,isotypic"
  std::int64_t seeds = 1;
  Json given = Json::object();  ///< fields of the options, as typed
};

/// Options of which several values are asked for: the field, and its values as typed.
using Variation = std::pair<std::string, std::vector<Json>>;

std::vector<std::string> split_at_commas(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

Variation parse_variation(const std::string& text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string::npos) {
    throw CLI::ValidationError("--vary", "needs NAME=VALUE,VALUE, not " + text);
  }
  std::string name = text.substr(0, equals);
  name.erase(0, name.find_first_not_of('-'));
  std::ranges::replace(name, '-', '_');
  for (const char* of_rounds : {"dataset", "split", "seed", "folds", "fold"}) {
    if (name == of_rounds) {
      throw CLI::ValidationError("--vary", name + " must be the same for all configurations");
    }
  }
  std::vector<std::string> names;
  for (const OptionField& field : learn::pipeline_fields().list()) names.push_back(field.name);
  if (std::ranges::find(names, name) == names.end()) {
    throw CLI::ValidationError("--vary", "there is no option " + name + did_you_mean(name, names));
  }
  const OptionField& field = learn::pipeline_fields().at(name);
  Variation variation{name, {}};
  for (const std::string& value : split_at_commas(text.substr(equals + 1))) {
    try {
      variation.second.push_back(parse_option(field, {value}));
    } catch (const Error& error) {
      throw CLI::ValidationError("--vary", name + " " + error.reason());
    }
  }
  return variation;
}

/// All combinations of the values, the last option varying fastest; each as fields.
std::vector<Json> combinations(const std::vector<Variation>& variations) {
  std::vector<Json> all = {Json::object()};
  for (const auto& [name, values] : variations) {
    std::vector<Json> longer;
    for (const Json& before : all) {
      for (const Json& value : values) {
        longer.push_back(before);
        longer.back()[name] = value;
      }
    }
    all = std::move(longer);
  }
  return all;
}

std::vector<learn::PipelineOptions> configurations_of(const CrossValidateCommand& command) {
  std::vector<Variation> variations;
  for (const std::string& text : command.variations) variations.push_back(parse_variation(text));
  std::vector<std::string> configs = command.rounds.configs;
  if (configs.empty()) configs.emplace_back();
  std::vector<learn::PipelineOptions> configurations;
  for (const std::string& config : configs) {
    for (const Json& combination : combinations(variations)) {
      Json given = command.given;
      given.update(combination);
      configurations.push_back(read_options(learn::pipeline_fields(), config, given));
    }
  }
  return configurations;
}

/// What all configurations must agree on.
void check_same(const std::vector<learn::PipelineOptions>& configurations) {
  const Json first = learn::pipeline_fields().values(configurations.front());
  for (const learn::PipelineOptions& other : configurations) {
    const Json values = learn::pipeline_fields().values(other);
    for (const char* field : {"dataset", "split", "seed", "folds"}) {
      if (values.at(field) == first.at(field)) continue;
      throw CLI::ValidationError(std::string("the configurations have different values of ") +
                                 field + ": " + dump_json(first.at(field)) + " and " +
                                 dump_json(values.at(field)));
    }
  }
}

void run_cross_validate(CrossValidateCommand command) {
  experiments::CrossValidation options{.configurations = configurations_of(command),
                                       .seeds = command.seeds};
  check_same(options.configurations);
  const learn::PipelineOptions& first = options.configurations.front();
  options.first_seed = first.seed;
  // A file that `train` reads too may say 0 without meaning this command.
  command.rounds.default_folds = first.folds == 0 && !command.given.contains("folds");
  if (!command.rounds.default_folds) options.folds = first.folds;
  run_rounds(command.rounds, options);
}

void print(const report::Record& record, Format format) {
  const report::Table& table = record.tables.front();
  if (format == Format::Csv) {
    std::cout << report::render_csv(table);
  } else if (format == Format::Json) {
    for (const Json& row : report::table_to_json(table)) std::cout << json_line(row);
  } else {
    std::cout << render_for_output(table);
  }
  if (!std::cout.flush()) fail_as(ErrorKind::Runtime, "cross-validate", "cannot write the output");
}

void add_options(CLI::App& sub, CrossValidateCommand& command) {
  RoundsCommand& rounds = command.rounds;
  add_data_folder_option(sub, rounds.data,
                         "Folder that holds the data set, in TU or OGB layout [.]");
  sub.add_option("--config", rounds.configs,
                 "JSON files with the options below, one per configuration; the command line wins")
      ->check(named_file())
      ->type_name("FILE");
  sub.add_option("--vary", command.variations,
                 "Values of an option to compare; several --vary: all combinations")
      ->type_name("NAME=VALUE,VALUE");
  sub.add_option("--seeds", command.seeds, "Repeat everything with this many seeds")
      ->check(count_between(1, 1'000'000))
      ->capture_default_str();
  sub.add_option("-o,--output", rounds.output, "Folder for record, page and journal")
      ->check(named_file())
      ->type_name("DIR")
      ->capture_default_str();
  sub.add_option("--jobs", rounds.jobs,
                 "Trainings side by side; 0: one per core, fewer if they have several threads")
      ->check(count_between(0, max_threads));
  add_training_threads_option(sub, rounds.threads);
  sub.add_flag("--keep-models", rounds.keep_models,
               "Keep every model in a folder of its own, for isotypic predict");
  sub.add_flag("--quiet", rounds.quiet, "Print no line per training");
  add_format_options(sub, rounds.format);
  std::vector<OptionField> fields = learn::pipeline_fields().list();
  std::erase_if(fields, [](const OptionField& field) { return field.name == "fold"; });
  Json defaults = learn::pipeline_fields().values({});
  defaults["folds"] = experiments::CrossValidation().folds;
  add_option_fields(sub, fields, defaults, command.given);
}

}  // namespace

void run_rounds(const RoundsCommand& command, experiments::CrossValidation options) {
  if (train::rank_place().size > 1) {
    throw CLI::ValidationError(
        (command.stem == "train" ? "--seeds trains" : "cross-validate trains") +
        std::string(" side by side; several ranks train one model"));
  }
  const auto start = std::chrono::steady_clock::now();
  const Interrupt interrupt("\nstopping after these epochs; once more to stop at once\n");
  const std::string name = options.configurations.front().dataset;
  if (name.empty()) throw CLI::RequiredError("--dataset");
  const fs::path folder = command.output;
  const auto file = [&](const char* ending) { return folder / (command.stem + ending); };
  const SplitDataset data = open_dataset(command.data, name, options.configurations.front().split);
  if (command.default_folds && data.has_split()) options.folds = 0;
  for (learn::PipelineOptions& configuration : options.configurations) {
    configuration.dataset = data.dataset.name;  // as the files spell it
  }
  std::vector<fs::path> inputs = files_of_dataset(command.data, name);
  inputs.insert(inputs.end(), command.configs.begin(), command.configs.end());
  check_no_output_is_input({file(".json"), file(".html"), file(".journal"), folder / "channels"},
                           inputs);
  create_folder(folder);
  ChannelsProgress channels("channels");
  std::optional<TrainingsDisplay> display(command.stem);
  experiments::RunContext context{
      .command = command.words,
      .jobs = command.jobs,
      .threads = command.threads,
      .journal = file(".journal"),
      .stop = interrupt.token(),
      .on_progress = [&](const run::Progress& progress) { display->update(progress); },
      .on_preparation = [report = channels.callback()](
                            const std::string&, std::int64_t done,
                            std::int64_t total) { report(done, total); }};
  const auto print_note = [&](const std::string& line) { display->note(line); };
  if (!command.quiet) context.on_note = print_note;
  auto record = experiments::cross_validate(
      options, data,
      {.channels = folder / "channels",
       .models = command.keep_models ? folder : fs::path(),
       .on_start = context.on_note,
       .on_warning = [&](const std::string& warning) { print_note("warning: " + warning); },
       .on_epoch = [&](const experiments::TrainingStep& step) { display->update(step); },
       .on_end = [&](std::int64_t job) { display->end(job); }},
      context);
  display.reset();
  if (!record) {
    fail_as(ErrorKind::Cancelled, command.stem.c_str(), "interrupted; the same command resumes");
  }
  record->seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  write_file(file(".html").string(), report::render_page({*record}));
  report::write_record(*record, file(".json"));
  if (!command.quiet) std::cerr << "record: " << file(".json").string() << '\n';
  print(*record, command.format);
}

void add_cross_validate(CLI::App& app, const std::vector<std::string>& words) {
  auto command = std::make_shared<CrossValidateCommand>();
  command->rounds.words = words;
  command->rounds.output = command->rounds.stem = "cross-validation";
  CLI::App* sub = app.add_subcommand("cross-validate", cross_validate_about);
  add_options(*sub, *command);
  sub->footer(
      "Every configuration is trained once per fold. A data set with a published split has no\n"
      "folds: there --seeds is the number of rounds. So it is with --folds 0, which draws a split\n"
      "for every seed.\n"
      "The table has the mean and the deviation of the test score over the rounds, and a paired\n"
      "t-test against the first configuration that allows for overlapping training parts; with\n"
      "several configurations also the p-value adjusted by Holm's method.\n"
      "The same command goes on where an interrupted one stopped.\n"
      "Examples:\n"
      "  isotypic cross-validate --data DATA --dataset MUTAG\n"
      "  isotypic cross-validate --data DATA --dataset MUTAG --vary readout=sum,operators\n"
      "  isotypic cross-validate --data DATA --config small.json large.json --folds 5 --seeds 3\n"
      "  isotypic cross-validate --data DATA --dataset NCI1 --vary grouping=channels,components "
      "--csv\n");
  sub->callback([command] { run_cross_validate(*command); });
}

}  // namespace isotypic::cli
