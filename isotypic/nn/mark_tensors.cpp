#include "isotypic/nn/mark_tensors.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <map>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/symmetry/tuples.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* where = "find_marks";

/// A number for every row of both matrices taken together, equal for equal rows. None for constant
/// rows: then nothing needs a colour.
template <typename Floats, typename Categories>
std::vector<std::int32_t> row_colours(const Floats& floats, const Categories& categories) {
  const std::int64_t rows = std::max(floats.rows(), categories.rows());
  std::map<std::vector<double>, std::int32_t> numbers;
  std::vector<std::vector<double>> keys(static_cast<std::size_t>(rows));
  for (std::int64_t r = 0; r < rows; ++r) {
    std::vector<double>& key = keys[r];
    for (std::int64_t c = 0; c < floats.cols(); ++c) key.push_back(floats(r, c));
    for (std::int64_t c = 0; c < categories.cols(); ++c) key.push_back(categories(r, c));
    numbers.emplace(key, 0);
  }
  if (numbers.size() < 2) return {};
  std::int32_t next = 0;
  for (auto& [key, number] : numbers) number = next++;
  std::vector<std::int32_t> colours;
  for (const std::vector<double>& key : keys) colours.push_back(numbers.at(key));
  return colours;
}

/// The automorphisms that keep every feature: only these give equal marked copies.
Symmetry symmetry_of(const Sample& sample, const MarkOptions& options) {
  std::vector<std::int32_t> nodes = row_colours(sample.node_features, sample.node_categories);
  std::vector<std::int32_t> edges = row_colours(sample.edge_features, sample.edge_categories);
  const SymmetryOptions search{
      .node_colours = !nodes.empty(), .edge_colours = !edges.empty(), .stop = options.stop};
  if (nodes.empty() && edges.empty()) return compute_symmetry(sample.graph, search);
  const Graph coloured = make_graph(sample.graph.num_nodes(), sample.graph.edges(),
                                    {.nodes = std::move(nodes), .edges = std::move(edges)});
  return compute_symmetry(coloured, search);
}

/// The marks of one sample, k per copy, and their weights.
struct MarkedSample {
  std::vector<std::int32_t> nodes;
  std::vector<double> weights;
};

MarkedSample mark_sample(const Sample& sample, std::int64_t index, const MarkOptions& options) {
  const std::int64_t n = sample.graph.num_nodes();
  MarkedSample marked;
  if (n < options.size) {
    marked.nodes.assign(options.size, -1);
    marked.weights = {1.0};
    return marked;
  }
  double total = 1.0;
  for (std::int64_t i = 0; i < options.size; ++i) total *= static_cast<double>(n - i);
  try {
    visit_tuple_orbits(symmetry_of(sample, options),
                       {.size = options.size,
                        .max_representatives = options.max_copies,
                        .time_limit = options.time_limit,
                        .stop = options.stop},
                       [&](const TupleOrbit& orbit) {
                         marked.nodes.insert(marked.nodes.end(), orbit.nodes.begin(),
                                             orbit.nodes.end());
                         marked.weights.push_back(static_cast<double>(orbit.weight) / total);
                       });
  } catch (const Error& error) {
    if (options.stop.stop_requested()) throw;
    fail_as(error.kind(), where, "sample ", index, ": ", error.reason(),
            "; mark fewer nodes, or allow more copies");
  }
  return marked;
}

}  // namespace

MarkTensors find_marks(std::span<const Sample> samples, at::ScalarType dtype,
                       const MarkOptions& options) {
  if (options.size < 1 || options.size > max_tuple_size) {
    fail(where, "can mark 1 to ", max_tuple_size, " nodes, not ", options.size);
  }
  if (options.max_nodes_at_once < 1) {
    fail(where, "max_nodes_at_once must be positive, got ", options.max_nodes_at_once);
  }
  std::vector<MarkedSample> marked(samples.size());
  parallel_for(std::ssize(samples), options.threads,
               [&](std::int64_t i) { marked[i] = mark_sample(samples[i], i, options); });
  MarkTensors marks{.size = options.size, .copy_offsets = {0}};
  marks.max_nodes_at_once = options.max_nodes_at_once;
  std::vector<double> weights;
  for (const MarkedSample& sample : marked) {
    marks.nodes.insert(marks.nodes.end(), sample.nodes.begin(), sample.nodes.end());
    weights.insert(weights.end(), sample.weights.begin(), sample.weights.end());
    marks.copy_offsets.push_back(std::ssize(weights));
  }
  marks.weights = at::tensor(weights, at::kDouble).to(dtype);
  return marks;
}

}  // namespace isotypic::nn
