#include "isotypic/data/ogb.hpp"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <numeric>
#include <utility>

#include "isotypic/base/file_name.hpp"
#include "isotypic/data/internal/sample_builder.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {
namespace {

namespace fs = std::filesystem;

constexpr const char* read_ogb_name = "read_ogb";
constexpr double largest_category = 999.0;

/// The file `stem`.csv.gz or `stem`.csv; the first where neither exists.
std::string csv_path(const fs::path& stem) {
  const std::string plain = stem.string() + ".csv";
  return is_named(plain) ? plain : plain + ".gz";
}

std::optional<NumberTable> find_table(const fs::path& stem, const NumberTableOptions& options) {
  const std::string path = csv_path(stem);
  if (!is_named(path)) return std::nullopt;
  return read_number_table(path, options);
}

FeatureTables read_features(const fs::path& stem, std::int64_t rows, const char* what) {
  auto table = find_table(stem, {});
  if (!table) return {};
  check_rows(*table, rows, what);
  const bool categories = std::ranges::all_of(table->values, [](double value) {
    return value >= 0.0 && value <= largest_category && value == std::floor(value);
  });
  FeatureTables tables;
  (categories ? tables.categories : tables.floats) = std::move(table);
  return tables;
}

/// The counts of a num-*-list file, and their sum.
std::pair<std::vector<std::int64_t>, std::int64_t> read_counts(const fs::path& stem) {
  const NumberTable table = read_number_table(csv_path(stem), {.columns = 1});
  std::vector<std::int64_t> counts;
  for (std::int64_t row = 0; row < table.rows(); ++row) {
    counts.push_back(table.integer(row, 0, "a count", 0));
  }
  return {counts, std::accumulate(counts.begin(), counts.end(), std::int64_t{0})};
}

std::vector<EdgeRow> read_edges(const NumberTable& table, std::int64_t first, std::int64_t count,
                                std::int64_t num_nodes) {
  std::vector<EdgeRow> edges;
  for (std::int64_t row = first; row < first + count; ++row) {
    edges.push_back(
        {{static_cast<std::int32_t>(table.integer(row, 0, "a node number", 0, num_nodes - 1)),
          static_cast<std::int32_t>(table.integer(row, 1, "a node number", 0, num_nodes - 1))},
         row});
  }
  return edges;
}

/// A graph takes hundreds of bytes in memory and, gzipped, next to none in a file that repeats
/// itself: the files must have as many bytes as graphs, apart from the first million.
void check_num_graphs(const fs::path& raw, std::int64_t graphs) {
  std::uintmax_t bytes = ParseOptions{}.max_unbacked_nodes;
  for (const char* stem : {"num-node-list", "num-edge-list", "edge", "node-feat"}) {
    std::error_code missing;  // then it adds nothing
    const std::uintmax_t size = fs::file_size(csv_path(raw / stem), missing);
    if (!missing) bytes += size;
  }
  if (std::cmp_less_equal(graphs, bytes)) return;
  fail(read_ogb_name, csv_path(raw / "num-node-list"), ": ", graphs,
       " graphs, more than its files have bytes");
}

Dataset read_graphs(const fs::path& raw, const std::string& name) {
  const auto [node_counts, num_nodes] = read_counts(raw / "num-node-list");
  const auto [edge_counts, num_edges] = read_counts(raw / "num-edge-list");
  if (node_counts.size() != edge_counts.size()) {
    fail(read_ogb_name, csv_path(raw / "num-edge-list"), ": has ", edge_counts.size(),
         " lines for ", node_counts.size(), " graphs");
  }
  check_num_graphs(raw, std::ssize(node_counts));
  const NumberTable edge_table = read_number_table(csv_path(raw / "edge"), {.columns = 2});
  check_rows(edge_table, num_edges, "edges");
  const FeatureTables nodes = read_features(raw / "node-feat", num_nodes, "nodes");
  const bool backed = nodes.categories || nodes.floats;
  std::int64_t unbacked = 0;  // of all graphs, since a few bytes can name many
  for (std::size_t g = 0; g < node_counts.size() && !backed; ++g) {
    unbacked += std::max<std::int64_t>(node_counts[g] - 2 * edge_counts[g], 0);
    if (unbacked > ParseOptions{}.max_unbacked_nodes) {
      fail(read_ogb_name, csv_path(raw / "num-node-list"), ':', g + 1, ": ", node_counts[g],
           " nodes, but no other file supports so many");
    }
  }
  const FeatureTables edges = read_features(raw / "edge-feat", num_edges, "edges");
  const auto labels = find_table(raw / "graph-label", {.missing = true});
  if (labels) check_rows(*labels, std::ssize(node_counts), "graphs");
  Dataset dataset{.name = name, .categories_are_numbers = true};
  std::int64_t first_node = 0;
  std::int64_t first_edge = 0;
  for (std::size_t g = 0; g < node_counts.size(); ++g) {
    add_sample(dataset, first_node, node_counts[g],
               read_edges(edge_table, first_edge, edge_counts[g], node_counts[g]), nodes, edges);
    first_node += node_counts[g];
    first_edge += edge_counts[g];
    if (!labels) continue;
    for (std::int64_t c = 0; c < labels->columns; ++c) {
      dataset.samples.back().targets.push_back(
          static_cast<float>((*labels)(static_cast<std::int64_t>(g), c)));
    }
  }
  return dataset;
}

/// The folder of the split; empty if there is none.
fs::path find_split(const fs::path& splits, const std::string& name) {
  if (!name.empty()) {
    std::error_code unknown;  // an entry that cannot be examined is not a split
    if (!fs::is_directory(splits / name, unknown)) {
      fail(read_ogb_name, "there is no split ", (splits / name).string());
    }
    return splits / name;
  }
  if (!is_named(splits.string())) return {};
  if (!fs::is_directory(splits)) fail(read_ogb_name, splits, " is not a folder");
  std::vector<fs::path> found;
  std::error_code unreadable;
  for (const std::string& name_there : names_in(splits, unreadable)) {
    const fs::path path = splits / name_there;
    if (fs::is_directory(path) || fs::is_symlink(path)) found.push_back(path);
  }
  if (unreadable) {
    fail_as(ErrorKind::Runtime, read_ogb_name, "cannot read the folder ", splits.string(), ": ",
            unreadable.message());
  }
  if (found.size() > 1) {
    std::string names;
    for (const fs::path& path : found)
      names += (names.empty() ? "" : ", ") + path.filename().string();
    fail(read_ogb_name, splits.string(), " has several splits; choose one of: ", names);
  }
  return found.empty() ? fs::path() : found.front();
}

Split read_split(const fs::path& folder, std::int64_t num_graphs) {
  std::vector<bool> taken(static_cast<std::size_t>(num_graphs), false);
  const auto read_part = [&](const char* part) {
    const NumberTable table = read_number_table(csv_path(folder / part), {.columns = 1});
    std::vector<std::int64_t> ids;
    for (std::int64_t row = 0; row < table.rows(); ++row) {
      ids.push_back(table.integer(row, 0, "a graph", 0, num_graphs - 1));
      if (taken[ids.back()]) table.fail_at(row, "graph ", ids.back(), " is in the split twice");
      taken[ids.back()] = true;
    }
    if (ids.empty()) fail(read_ogb_name, table.path, ": is empty");
    return ids;
  };
  Split split;
  split.train = read_part("train");
  split.valid = read_part("valid");
  split.test = read_part("test");
  return split;
}

}  // namespace

SplitDataset read_ogb(const std::string& directory, const std::optional<std::string>& split_name) {
  return translate_exceptions(read_ogb_name, [&] {
    const fs::path root = fs::path(directory).lexically_normal();
    const fs::path folder = root.has_filename() ? root : root.parent_path();
    SplitDataset result{.dataset = read_graphs(root / "raw", folder.filename().string())};
    if (!split_name) return result;
    const fs::path split = find_split(root / "split", *split_name);
    if (!split.empty()) result.split = read_split(split, std::ssize(result.dataset.samples));
    return result;
  });
}

}  // namespace isotypic
