#include "cli/views/training_record.hpp"

#include <algorithm>
#include <set>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/report/configurations.hpp"
#include "isotypic/report/plot/plot.hpp"
#include "isotypic/report/run_groups.hpp"

namespace isotypic::cli {
namespace {

/// Tells trainings apart: data set, encoder, readout, every other option that was not left as it
/// is, seed and fold. `options` are as given, so "auto" stays out.
std::string name_of(const learn::PipelineOptions& options) {
  std::string name =
      "train " + options.dataset + ", " + enum_name(options.encoder) + ", " + options.readout;
  const std::set<std::string> named = {"dataset", "encoder", "readout", "seed", "folds", "fold"};
  const learn::PipelineOptions defaults;
  for (const OptionField& field : learn::pipeline_fields().list()) {
    const Json value = field.get(&options);
    if (named.contains(field.name) || value == field.get(&defaults)) continue;
    name += ", " + report::option_in_words(field.name, value);
  }
  name += ", seed " + std::to_string(options.seed);
  if (options.folds > 0) {
    name += ", fold " + std::to_string(options.fold) + " of " + std::to_string(options.folds);
  }
  return name;
}

bool is_scored(const report::Record& record) {
  return record.figures.find("best epoch").value_or(0.0) > 0.0;
}

bool have_equal_scores(const report::Record& a, const report::Record& b) {
  const auto& figures = a.figures.entries();
  return dump_json(Json(a.rows)) == dump_json(Json(b.rows)) &&
         figures.size() == b.figures.entries().size() &&
         std::ranges::all_of(figures, [&](const auto& figure) {
           return a.figures.find(figure.first) == b.figures.find(figure.first);
         });
}

}  // namespace

report::Record make_training_record(const TrainingOrigin& origin, const learn::Pipeline& pipeline,
                                    const learn::FitResult& result) {
  const std::string metric = enum_name(pipeline.metric());
  const learn::PipelineOptions& options = pipeline.options;
  report::Record record = report::begin_record(
      name_of(origin.given), learn::pipeline_fields().to_json(options), origin.words);
  for (const train::EpochRecord& epoch : result.training.curve) {
    record.rows.push_back({{"epoch", epoch.epoch + 1},
                           {"train_loss", epoch.train_loss},
                           {"validation", epoch.valid_score}});
  }
  record.figures.set("test/" + metric, result.test_score);
  record.figures.set("validation/" + metric, result.training.best_score);
  record.figures.set("best epoch", static_cast<double>(result.training.best_epoch + 1));
  record.figures.set("epochs", static_cast<double>(result.training.curve.size()));
  if (origin.drawn_split) {
    record.figures.set(report::overlap_figure,
                       static_cast<double>(pipeline.split.test.size()) /
                           static_cast<double>(pipeline.split.train.size()));
  }
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

void write_training_results(const std::filesystem::path& folder, const report::Record& record,
                            const learn::FitResult& result) {
  train::write_learning_curve(folder / "curve.csv", result.training.curve);
  if (report::has_gnuplot() && !result.training.curve.empty()) {
    const auto plots = report::plots_of_record(record);
    if (is_scored(record))
      write_file((folder / "validation.svg").string(), report::render_svg(plots[0]));
    write_file((folder / "loss.svg").string(), report::render_svg(plots[1]));
  }
  report::write_record(record, folder / "train.json");  // last: it says that the others are there
}

bool has_training_results(const std::filesystem::path& folder, const report::Record& record) {
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

}  // namespace isotypic::cli
