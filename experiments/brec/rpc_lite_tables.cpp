#include <algorithm>
#include <array>
#include <map>

#include "experiments/brec/rpc_lite.hpp"
#include "experiments/settings.hpp"

namespace isotypic::experiments {
namespace {

using report::Record;
using report::Table;

/// The paper does not say which 100 pairs its ablations use; ours are every fourth.
constexpr std::int64_t subset_stride = 4;
constexpr const char* subset_name = "every fourth pair";
constexpr const char* chosen_name = "chosen pairs";  // the paper has no number for them

/// The accuracies of one readout on one part of the pairs.
struct Scores {
  double sum = 0.0;
  double count = 0.0;
  std::map<std::int64_t, bool> solved;  ///< by every seed so far

  void add(std::int64_t pair, double accuracy, double threshold) {
    sum += accuracy;
    count += 1.0;
    bool& all = solved.try_emplace(pair, true).first->second;
    all = all && accuracy > threshold;
  }
};

std::map<std::string, Scores> scores_by_part(const Record& record, const std::string& readout,
                                             const RpcLiteConfig& config) {
  const bool whole =
      config.selection.first_pair == 0 && config.selection.last_pair == brec_num_pairs - 1;
  std::map<std::string, Scores> parts;
  for (const Json& row : record.rows) {
    if (row.at("readout") != readout) continue;
    const auto pair = row.at("pair").get<std::int64_t>();
    const auto accuracy = row.at("test_accuracy").get<double>();
    const auto add = [&](const std::string& part) {
      parts[part].add(pair, accuracy, config.solved_above);
    };
    add(row.at("category").get<std::string>());
    if (whole && subset_stride % config.stride == 0 && pair % subset_stride == 0) add(subset_name);
    add(whole && config.stride == 1 ? "all" : chosen_name);
  }
  return parts;
}

void add_paper(Record& record, const RpcLiteConfig& config) {
  if (config.selection.encoder != nn::LayerKind::Gin) return;
  constexpr std::array<std::pair<std::int64_t, double>, 6> sweep = {
      {{1, 0.745}, {2, 0.775}, {4, 0.815}, {8, 0.890}, {16, 0.905}, {32, 0.910}}};
  for (const ReadoutChoice& choice : readouts_of(config)) {
    const std::string all = choice.label() + "/all/average accuracy";
    const std::string subset = choice.label() + "/" + subset_name + "/average accuracy";
    const auto put = [&](const std::string& name, double value) {
      if (record.figures.find(name)) record.paper.set(name, value);
    };
    if (std::ranges::find(baseline_names(), choice.readout) != baseline_names().end()) {
      put(all, 0.5);
    }
    if (choice.readout == "isotypic" && choice.blocks == 8) put(all, 0.901);
    if (choice.readout == "linear" || choice.readout == "mean") put(subset, 0.5);
    for (const auto& [blocks, value] : sweep) {
      if (choice.readout == "isotypic" && choice.blocks == blocks) put(subset, value);
    }
  }
}

}  // namespace

void add_rpc_lite_figures(Record& record, const RpcLiteConfig& config) {
  for (const ReadoutChoice& choice : readouts_of(config)) {
    for (const auto& [part, scores] : scores_by_part(record, choice.label(), config)) {
      double solved = 0.0;
      for (const auto& [pair, every_seed] : scores.solved) solved += every_seed ? 1.0 : 0.0;
      const std::string prefix = choice.label() + "/" + part + "/";
      record.figures.set(prefix + "average accuracy", scores.sum / scores.count);
      record.figures.set(prefix + "solved", solved);
      record.figures.set(prefix + "pairs", static_cast<double>(scores.solved.size()));
    }
  }
  add_paper(record, config);
  record.plots.push_back({.title = "Test accuracy on BREC, RPC-lite",
                          .kind = report::PlotKind::Bars,
                          .x = "category",
                          .y = "test_accuracy",
                          .group = "readout",
                          .y_label = "test accuracy"});
}

std::vector<Table> rpc_lite_tables(const Record& record) {
  Table table{.title = "BREC, RPC-lite: average test accuracy, and pairs solved by every seed",
              .columns = {{"readout"}, {"pairs"}, {"accuracy"}, {"paper"}, {"solved"}, {"of"}}};
  std::vector<std::string> parts;
  for (const BrecCategory category : brec_categories) {
    parts.emplace_back(brec_category_name(category));
  }
  parts.insert(parts.end(), {subset_name, chosen_name, "all"});
  for (const Json& readout : record.config.at("readouts")) {
    for (const std::string& part : parts) {
      const std::string prefix = readout.get<std::string>() + "/" + part + "/";
      if (!record.figures.find(prefix + "solved")) continue;
      table.add(readout.get<std::string>(), part,
                report::cell_of(record.figures.find(prefix + "average accuracy")),
                report::cell_of(record.paper.find(prefix + "average accuracy")),
                report::cell_of(record.figures.find(prefix + "solved")),
                report::cell_of(record.figures.find(prefix + "pairs")));
    }
  }
  return {table};
}

}  // namespace isotypic::experiments
