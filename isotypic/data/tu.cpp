#include "isotypic/data/tu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <utility>

#include "isotypic/data/internal/sample_builder.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t most_rows = (std::int64_t{1} << 31) - 2;

/// The files of one collection.
struct Files {
  std::string prefix;  // directory/name

  [[nodiscard]] std::optional<NumberTable> find(const char* suffix,
                                                const NumberTableOptions& options = {}) const {
    const std::string path = prefix + suffix;
    if (!is_named(path)) return std::nullopt;
    return read_number_table(path, options);
  }
};

/// A collection as its files say it, before classes are numbered and labels shifted.
struct Collection {
  std::vector<std::int64_t> first_node;  // of every graph, and one past the last node
  std::vector<std::vector<EdgeRow>> edges;
  FeatureTables node_tables;
  FeatureTables edge_tables;
  std::optional<NumberTable> labels;
  std::optional<NumberTable> attributes;
};

std::vector<std::int64_t> read_first_nodes(const NumberTable& indicator) {
  std::vector<std::int64_t> first = {0};
  for (std::int64_t node = 0; node < indicator.rows(); ++node) {
    const std::int64_t graph = indicator.integer(node, 0, "the number of a graph", 1, most_rows);
    const std::int64_t current = std::ssize(first);
    if (graph < current || graph > current + 1) {
      indicator.fail_at(node, "graph ", graph, " after graph ", current,
                        "; graphs must follow one another from 1 on");
    }
    if (node == 0 && graph != 1) indicator.fail_at(node, "the first graph is ", graph, ", not 1");
    if (graph == current + 1) first.push_back(node);
  }
  if (indicator.rows() == 0) fail("read_tu", indicator.path, ": is empty");
  first.push_back(indicator.rows());
  return first;
}

std::vector<std::vector<EdgeRow>> read_edges(const NumberTable& adjacency,
                                             const std::vector<std::int64_t>& first_node) {
  const std::int64_t num_nodes = first_node.back();
  std::vector<std::vector<EdgeRow>> edges(first_node.size() - 1);
  for (std::int64_t row = 0; row < adjacency.rows(); ++row) {
    const std::int64_t u = adjacency.integer(row, 0, "a node number", 1, num_nodes) - 1;
    const std::int64_t v = adjacency.integer(row, 1, "a node number", 1, num_nodes) - 1;
    const auto graph = std::ranges::upper_bound(first_node, u) - first_node.begin() - 1;
    const std::int64_t first = first_node[graph];
    if (v < first || v >= first_node[graph + 1]) {
      adjacency.fail_at(row, "nodes ", u + 1, " and ", v + 1, " belong to different graphs");
    }
    edges[graph].push_back(
        {{static_cast<std::int32_t>(u - first), static_cast<std::int32_t>(v - first)}, row});
  }
  return edges;
}

FeatureTables read_features(const Files& files, const std::string& of, std::int64_t rows,
                            const char* what) {
  FeatureTables tables{.floats = files.find(("_" + of + "_attributes.txt").c_str()),
                       .categories = files.find(("_" + of + "_labels.txt").c_str())};
  for (const auto* table : {&tables.floats, &tables.categories}) {
    if (*table) check_rows(**table, rows, what);
  }
  return tables;
}

Collection read_collection(const std::string& directory, const std::string& name) {
  const Files files{(std::filesystem::path(directory) / name).string()};
  const auto required = [&](const char* suffix, std::int64_t columns) {
    return read_number_table(files.prefix + suffix, {.columns = columns});
  };
  Collection collection;
  collection.first_node = read_first_nodes(required("_graph_indicator.txt", 1));
  const NumberTable adjacency = required("_A.txt", 2);
  collection.edges = read_edges(adjacency, collection.first_node);
  const std::int64_t graphs = std::ssize(collection.edges);
  collection.node_tables = read_features(files, "node", collection.first_node.back(), "nodes");
  collection.edge_tables = read_features(files, "edge", adjacency.rows(), "edges");
  collection.labels = files.find("_graph_labels.txt", {.columns = 1});
  collection.attributes = files.find("_graph_attributes.txt", {.missing = true});
  for (const auto* table : {&collection.labels, &collection.attributes}) {
    if (*table) check_rows(**table, graphs, "graphs");
  }
  return collection;
}

/// What must be added to all labels of the parts so that none is negative.
std::int64_t shift_of(const std::vector<Collection>& parts, FeatureTables Collection::*tables) {
  double lowest = 0.0;
  for (const Collection& part : parts) {
    const auto& categories = (part.*tables).categories;
    if (!categories || categories->values.empty()) continue;
    lowest = std::min(lowest, *std::ranges::min_element(categories->values));
  }
  return static_cast<std::int64_t>(std::ceil(-lowest));
}

void append(Dataset& dataset, const Collection& collection) {
  for (std::int64_t g = 0; g < std::ssize(collection.edges); ++g) {
    const std::int64_t first = collection.first_node[g];
    add_sample(dataset, first, collection.first_node[g + 1] - first, collection.edges[g],
               collection.node_tables, collection.edge_tables);
    Sample& sample = dataset.samples.back();
    if (collection.labels) sample.label = collection.labels->integer(g, 0, "a class");
    if (!collection.attributes) continue;
    for (std::int64_t c = 0; c < collection.attributes->columns; ++c) {
      sample.targets.push_back(static_cast<float>((*collection.attributes)(g, c)));
    }
  }
}

/// The optional files of one part must be there for all, with as many columns: else some samples
/// would lack what others have.
void check_same_files(const std::string& name, const std::vector<Collection>& parts) {
  const auto check = [&](const char* file, const auto& table_of) {
    for (const Collection& part : parts) {
      if (table_of(part).has_value() != table_of(parts.front()).has_value()) {
        fail("read_tu_parts", name, ": some parts have ", file, ", others do not");
      }
      const auto& table = table_of(part);
      const auto& first = table_of(parts.front());
      if (table && table->columns != first->columns) {
        fail("read_tu_parts", table->path, ": has ", table->columns, " columns, ", first->path,
             " has ", first->columns);
      }
    }
  };
  using C = const Collection&;
  check(
      "_node_labels.txt", [](C part) -> const auto& { return part.node_tables.categories; });
  check(
      "_node_attributes.txt", [](C part) -> const auto& { return part.node_tables.floats; });
  check(
      "_edge_labels.txt", [](C part) -> const auto& { return part.edge_tables.categories; });
  check(
      "_edge_attributes.txt", [](C part) -> const auto& { return part.edge_tables.floats; });
  check(
      "_graph_labels.txt", [](C part) -> const auto& { return part.labels; });
  check(
      "_graph_attributes.txt", [](C part) -> const auto& { return part.attributes; });
}

Dataset combine(const std::string& name, std::vector<Collection> parts) {
  const std::int64_t node_shift = shift_of(parts, &Collection::node_tables);
  const std::int64_t edge_shift = shift_of(parts, &Collection::edge_tables);
  Dataset dataset{.name = name, .node_label_shift = node_shift, .edge_label_shift = edge_shift};
  for (Collection& part : parts) {
    part.node_tables.category_shift = node_shift;
    part.edge_tables.category_shift = edge_shift;
    append(dataset, part);
  }
  if (parts.front().labels) number_classes(dataset);
  return dataset;
}

}  // namespace

Dataset read_tu(const std::string& directory, const std::string& name) {
  std::vector<Collection> parts;
  parts.push_back(read_collection(directory, name));
  return combine(name, std::move(parts));
}

SplitDataset read_tu_parts(const std::string& directory, const std::string& name) {
  constexpr std::array<const char*, 3> suffixes = {"_train", "_val", "_test"};
  SplitDataset result;
  const std::array<std::vector<std::int64_t>*, 3> ids = {&result.split.train, &result.split.valid,
                                                         &result.split.test};
  std::vector<Collection> parts;
  std::int64_t next = 0;
  for (std::size_t i = 0; i < suffixes.size(); ++i) {
    const std::string part = name + suffixes[i];
    parts.push_back(read_collection((std::filesystem::path(directory) / part).string(), part));
    for (std::size_t g = 0; g < parts.back().edges.size(); ++g) ids[i]->push_back(next++);
  }
  check_same_files(name, parts);
  result.dataset = combine(name, std::move(parts));
  return result;
}

}  // namespace isotypic
