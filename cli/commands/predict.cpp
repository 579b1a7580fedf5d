#include "cli/commands/predict.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>

#include "cli/commands/learn.hpp"
#include "cli/options/checks.hpp"
#include "cli/options/data_folder.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/output.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/learn/answers.hpp"
#include "isotypic/learn/predictor.hpp"
#include "isotypic/train/fingerprint.hpp"

namespace isotypic::cli {
namespace {

constexpr std::size_t graphs_at_a_time = 1024;

struct PredictCommand {
  std::string model;
  std::string data = ".";
  std::string dataset;
  std::string split;
  std::optional<SplitPart> part;  ///< nothing: all graphs
  std::string output = "-";
  bool truth = false;
};

bool is_trained_on(const PredictCommand& command, const learn::Pipeline& pipeline) {
  return command.dataset.empty() || command.dataset == pipeline.options.dataset;
}

/// Whether the split of the training applies: no other is named, and the data set is the same.
bool takes_its_split(const PredictCommand& command, const learn::Pipeline& pipeline) {
  return command.split.empty() && is_trained_on(command, pipeline);
}

/// The graphs to predict: all, or one part of the split that the data set has or, if it is the one
/// that the network was trained on, that the training drew.
std::vector<std::int64_t> ids_of(const SplitDataset& data, const PredictCommand& command,
                                 const learn::Pipeline& pipeline) {
  std::vector<std::int64_t> ids;
  if (!command.part) {
    for (std::int64_t i = 0; i < std::ssize(data.dataset.samples); ++i) ids.push_back(i);
    return ids;
  }
  if (!data.has_split() && !is_trained_on(command, pipeline)) {
    fail("predict", "the data set has no published split, so no --part");
  }
  const Split split = data.has_split() ? data.split : learn::split_of(pipeline.options, data);
  if (is_trained_on(command, pipeline) &&
      train::split_fingerprint(split, data.dataset) != pipeline.shape.split) {
    fail("predict", "the parts of ", data.dataset.name,
         " are not those of the training, which had ", pipeline.shape.graphs, " graphs (now ",
         data.dataset.samples.size(), "): its files or its split are others, so no --part");
  }
  ids = part_of(split, *command.part);
  std::ranges::sort(ids);
  return ids;
}

/// What the files of the data set say of its graphs, as they say it.
class Truth {
 public:
  Truth(const Dataset& dataset, const learn::Pipeline& pipeline)
      : class_labels_(dataset.class_labels),
        classes_(pipeline.options.task == learn::Task::Classification) {
    if (!dataset.samples.empty()) targets_ = std::ssize(dataset.samples.front().targets);
    if (!learn::has_answers(pipeline, dataset)) {
      fail("predict", dataset.name, " has nothing to compare with: no --truth");
    }
    if (!learn::learns_classes(pipeline.options.task, dataset)) class_labels_.clear();
  }

  [[nodiscard]] std::string columns() const {
    if (!class_labels_.empty() || targets_ == 1) return ",truth";
    std::string text;
    for (std::int64_t i = 0; i < targets_; ++i) text += ",truth " + std::to_string(i);
    return text;
  }

  /// The cells of a sample; empty ones for missing targets.
  [[nodiscard]] std::string cells(const Sample& sample) const {
    if (!class_labels_.empty()) return ',' + csv_cell(class_labels_[sample.label]);
    std::string text;
    for (const float target : sample.targets) {
      text += ',';
      if (std::isnan(target)) continue;
      text += classes_ ? csv_cell(static_cast<std::int64_t>(target)) : exact_number(target);
    }
    return text;
  }

 private:
  std::vector<std::int64_t> class_labels_;  // empty: targets
  bool classes_;                            // whether the targets are classes
  std::int64_t targets_ = 0;
};

/// One line for every graph in `ids`. Those that are done are written while others are computed.
void write_predictions(const learn::Predictor& predictor, const Dataset& dataset,
                       std::span<const std::int64_t> ids, const std::optional<Truth>& truth,
                       const std::string& path) {
  Output output(path);
  // Written with the first rows, so that a refusal leaves standard output empty.
  std::string lines = "graph";
  for (const std::string& column : predictor.columns()) lines += ',' + csv_field(column);
  lines += (truth ? truth->columns() : "") + '\n';
  const bool classes = predictor.pipeline().options.task == learn::Task::Classification;
  for (std::size_t first = 0; first < ids.size(); first += graphs_at_a_time) {
    const auto some = ids.subspan(first, std::min(graphs_at_a_time, ids.size() - first));
    const std::vector<learn::Prediction> rows = predictor.predict(dataset, some);
    for (std::size_t i = 0; i < some.size(); ++i) {
      lines += std::to_string(some[i]);
      for (std::size_t c = 0; c < rows[i].size(); ++c) {
        const bool is_class = classes && c == 0;
        lines += ',' + (is_class ? csv_cell(static_cast<std::int64_t>(rows[i][c]))
                                 : csv_cell(rows[i][c]));
      }
      lines += (truth ? truth->cells(dataset.samples[some[i]]) : "") + '\n';
    }
    output.write(lines);
    lines.clear();
  }
  output.write(lines);
  output.commit();
}

void run_predict(const PredictCommand& command) {
  const std::filesystem::path model = learn::checkpoint_of(command.model);
  check_no_output_is_input({command.output}, {model});
  const learn::Predictor predictor(model);
  const learn::Pipeline& pipeline = predictor.pipeline();
  const std::string& name = command.dataset.empty() ? pipeline.options.dataset : command.dataset;
  check_no_output_is_input({command.output}, files_of_dataset(command.data, name));
  std::optional<std::string> split;  // all graphs can be predicted without any
  if (command.part) {
    split = takes_its_split(command, pipeline) ? pipeline.options.split : command.split;
  }
  const SplitDataset data = open_dataset(command.data, name, split);
  const std::vector<std::int64_t> ids = ids_of(data, command, pipeline);
  std::optional<Truth> truth;
  if (command.truth) truth.emplace(data.dataset, pipeline);
  predictor.check(data.dataset, ids);  // before anything is written
  write_predictions(predictor, data.dataset, ids, truth, command.output);
}

}  // namespace

void add_predict(CLI::App& app) {
  auto command = std::make_shared<PredictCommand>();
  CLI::App* sub = app.add_subcommand("predict", predict_about);
  sub->add_option("MODEL", command->model, "The checkpoint, or the folder that `train` wrote it to")
      ->check(named_file())
      ->required();
  add_data_folder_option(*sub, command->data,
                         "Folder that holds the data set, in TU or OGB layout [.]");
  sub->add_option("--dataset", command->dataset, "Its name [the one the network was trained on]");
  CLI::Option* part = add_enum_option<SplitPart>(
      *sub, "--part", command->part,
      "Only this part of the split that was trained with: " + listed(enum_names<SplitPart>()));
  sub->add_option("--split", command->split, "Which split, if an OGB data set has several")
      ->needs(part);
  sub->add_flag("--truth", command->truth, "Add what the files say: the class or the targets");
  sub->add_option("-o,--output", command->output, "CSV file; - is standard output")
      ->type_name("FILE")
      ->capture_default_str();
  sub->footer(
      "Graphs are numbered from 0 in the order of the files.\n"
      "Examples:\n"
      "  isotypic predict enzymes --data DATA\n"
      "  isotypic predict zinc --data DATA --part test --truth -o zinc.csv\n"
      "  isotypic predict zinc/model.checkpoint --data DATA --dataset NEW\n");
  sub->callback([command] { run_predict(*command); });
}

}  // namespace isotypic::cli
