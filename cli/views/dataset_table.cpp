#include "cli/views/dataset_table.hpp"

#include <string>
#include <vector>

#include "isotypic/data/summary.hpp"

namespace isotypic::cli {
namespace {

using report::NumberStyle;
using report::Table;

std::string sizes_text(const std::vector<std::int64_t>& sizes) {
  std::string text;
  for (const std::int64_t size : sizes) text += (text.empty() ? "" : ", ") + std::to_string(size);
  return text;
}

void add_labels(Table& table, const Dataset& dataset, const DatasetSummary& summary) {
  for (std::size_t c = 0; c < summary.class_sizes.size(); ++c) {
    table.add("graphs of class " + std::to_string(dataset.class_labels[c]), summary.class_sizes[c]);
  }
  for (std::size_t t = 0; t < summary.targets.size(); ++t) {
    const TargetSummary& target = summary.targets[t];
    const std::string name = "target " + std::to_string(t);
    table.add(name + ", present", target.present);
    if (target.missing > 0) table.add(name + ", missing", target.missing);
    if (target.present == 0) continue;
    table.add(name + ", mean", target.mean);
    table.add(name + ", deviation", target.deviation);
    table.add(name + ", smallest", target.min);
    table.add(name + ", largest", target.max);
  }
}

}  // namespace

Table dataset_table(const SplitDataset& data) {
  const DatasetSummary summary = summarise(data.dataset);
  Table table{.title = data.dataset.name, .columns = {{"what"}, {"value", NumberStyle::Own}}};
  table.add("graphs", summary.graphs);
  if (data.has_split()) {
    table.add("for training", std::ssize(data.split.train));
    table.add("for validation", std::ssize(data.split.valid));
    table.add("for the test", std::ssize(data.split.test));
  }
  table.add("nodes", summary.nodes);
  table.add("nodes per graph, mean", summary.mean_nodes);
  table.add("nodes per graph, fewest", summary.min_nodes);
  table.add("nodes per graph, most", summary.max_nodes);
  table.add("isolated nodes", summary.isolated_nodes);
  table.add("edges", summary.edges);
  table.add("edges per graph, mean", summary.mean_edges);
  table.add("node attributes", summary.node_features);
  table.add("node label sizes", sizes_text(summary.node_categories));
  table.add("edge attributes", summary.edge_features);
  table.add("edge label sizes", sizes_text(summary.edge_categories));
  add_labels(table, data.dataset, summary);
  table.add("self-loops left out", data.dataset.dropped.self_loops);
  table.add("repeated edges left out", data.dataset.dropped.duplicate_edges);
  return table;
}

void add_symmetry_rows(Table& table, const SymmetrySummary& summary, std::int64_t blocks) {
  table.add("graphs without symmetry, share", summary.asymmetric);
  table.add("orbits of nodes per graph, mean", summary.mean_orbits);
  table.add("log |Aut|, mean", summary.mean_log_order);
  const std::string kept = "energy in " + std::to_string(blocks) + " ";
  table.add(kept + "channels, median", summary.channel_energy);
  table.add(kept + "components, median", summary.component_energy);
  if (summary.too_large > 0) {
    table.add("graphs too large for channels", summary.too_large);
  }
}

}  // namespace isotypic::cli
