#include <unistd.h>

#include <array>
#include <filesystem>
#include <fstream>

#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/data/ogb.hpp"
#include "isotypic/data/summary.hpp"
#include "isotypic/data/tu.hpp"

namespace isotypic::fuzz {
namespace {

namespace fs = std::filesystem;

/// A folder of this process, in memory where the system has such.
fs::path scratch_folder() {
  static const fs::path folder = [] {
    const fs::path base = fs::exists("/dev/shm") ? "/dev/shm" : fs::temp_directory_path();
    fs::path own = base / ("isotypic-fuzz-" + std::to_string(::getpid()));
    fs::create_directories(own / "raw");
    fs::create_directories(own / "split" / "s");
    return own;
  }();
  return folder;
}

/// Writes the parts of the input, which form feeds separate, to the files in turn; files for which
/// nothing is left do not exist.
template <std::size_t size>
void write_parts(std::string_view bytes, const std::array<const char*, size>& names) {
  bool more = true;
  for (const char* name : names) {
    const fs::path path = scratch_folder() / name;
    fs::remove(path);
    if (!more) continue;
    const std::size_t end = bytes.find('\f');
    std::ofstream(path, std::ios::binary) << bytes.substr(0, end);
    more = end != std::string_view::npos;
    if (more) bytes.remove_prefix(end + 1);
  }
}

void require_consistent(const Dataset& dataset) {
  for (const Sample& sample : dataset.samples) {
    const std::int64_t n = sample.graph.num_nodes();
    const std::int64_t m = sample.graph.num_edges();
    require(sample.node_features.rows() == n || sample.node_features.size() == 0,
            "not one row of attributes for each node");
    require(sample.node_categories.rows() == n || sample.node_categories.size() == 0,
            "not one row of labels for each node");
    require(sample.edge_features.rows() == m || sample.edge_features.size() == 0,
            "not one row of attributes for each edge");
    require(sample.edge_categories.rows() == m || sample.edge_categories.size() == 0,
            "not one row of labels for each edge");
  }
  if (!dataset.samples.empty()) (void)summarise(dataset);
}

}  // namespace

void fuzz_tu(std::string_view bytes) {
  write_parts<8>(bytes, {"T_graph_indicator.txt", "T_A.txt", "T_node_labels.txt",
                         "T_node_attributes.txt", "T_edge_labels.txt", "T_edge_attributes.txt",
                         "T_graph_labels.txt", "T_graph_attributes.txt"});
  const auto data = accepted([] { return read_tu(scratch_folder().string(), "T"); });
  if (data) require_consistent(*data);
}

void fuzz_ogb(std::string_view bytes) {
  write_parts<9>(bytes, {"raw/num-node-list.csv", "raw/num-edge-list.csv", "raw/edge.csv",
                         "raw/graph-label.csv", "raw/node-feat.csv", "raw/edge-feat.csv",
                         "split/s/train.csv", "split/s/valid.csv", "split/s/test.csv"});
  const auto data = accepted([] { return read_ogb(scratch_folder().string(), "s"); });
  if (data) require_consistent(data->dataset);
}

}  // namespace isotypic::fuzz
