#include "isotypic/nn/graph_tensors.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/basis_columns.hpp"
#include "isotypic/nn/edge_numbers.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* collate_name = "collate";

/// Stacks `matrix(sample)` of all samples; `rows(sample)` is the expected number of rows.
template <typename Stored, typename Scalar, typename MatrixOf, typename RowsOf>
at::Tensor stack_rows(std::span<const Sample> samples, at::ScalarType dtype, const char* what,
                      MatrixOf&& matrix, RowsOf&& rows) {
  const std::int64_t columns = matrix(samples.front()).cols();
  std::int64_t total = 0;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const auto& m = matrix(samples[i]);
    const std::int64_t expected = rows(samples[i]);
    // A graph without edges has an empty matrix, whatever its columns.
    if (expected > 0 && m.cols() != columns && columns > 0) {
      fail(collate_name, "sample ", number_of(samples[i], i), " has ", m.cols(), " columns of ",
           what, ", the first has ", columns);
    }
    if (m.cols() > 0 && m.rows() != expected) {
      fail(collate_name, "sample ", number_of(samples[i], i), " has ", m.rows(), " rows of ", what,
           " for ", expected);
    }
    if constexpr (std::is_floating_point_v<Stored>) {
      if (!m.allFinite())
        fail(collate_name, "sample ", number_of(samples[i], i), " has ", what,
             " that are not finite");
    } else {
      if (m.size() > 0 && m.minCoeff() < 0)
        fail(collate_name, "sample ", number_of(samples[i], i), " has negative ", what);
    }
    total += expected;
  }
  if (columns == 0) return {};
  at::Tensor stacked = at::empty({total, columns}, dtype);
  auto* out = stacked.data_ptr<Scalar>();
  for (const Sample& sample : samples) {
    const auto& m = matrix(sample);
    out = std::transform(m.data(), m.data() + m.size(), out,
                         [](Stored value) { return static_cast<Scalar>(value); });
  }
  return stacked;
}

template <typename MatrixOf, typename RowsOf>
at::Tensor stack_features(std::span<const Sample> samples, at::ScalarType dtype, const char* what,
                          MatrixOf&& matrix, RowsOf&& rows) {
  return dtype == at::kFloat ? stack_rows<float, float>(samples, dtype, what, matrix, rows)
                             : stack_rows<float, double>(samples, dtype, what, matrix, rows);
}

void collate_structure(std::span<const Sample> samples, GraphTensors& data) {
  data.node_offsets = {0};
  data.edge_offsets = {0};
  std::vector<std::int64_t> filled;
  for (const Sample& sample : samples) {
    const Graph& graph = sample.graph;
    const std::int64_t n = graph.num_nodes();
    data.node_offsets.push_back(data.node_offsets.back() + n);
    data.edge_offsets.push_back(data.edge_offsets.back() + graph.num_edges());
    data.neighbours.insert(data.neighbours.end(), graph.adjacency().begin(),
                           graph.adjacency().end());
    const std::size_t first = data.edge_ids.size();
    data.edge_ids.resize(first + graph.adjacency().size());
    number_edges(graph, filled, data.edge_ids.data() + first);
    for (std::int64_t u = 0; u < n; ++u) {
      data.degrees.push_back(static_cast<std::int32_t>(graph.degree(u)));
    }
  }
}

void collate_labels(std::span<const Sample> samples, at::ScalarType dtype, GraphTensors& data) {
  const auto width = static_cast<std::int64_t>(samples.front().targets.size());
  data.labels = at::empty({data.num_graphs}, at::kLong);
  at::Tensor targets = at::empty({data.num_graphs, width}, at::kDouble);
  auto* values = targets.data_ptr<double>();
  for (std::size_t i = 0; i < samples.size(); ++i) {
    data.labels.data_ptr<std::int64_t>()[i] = samples[i].label;
    if (static_cast<std::int64_t>(samples[i].targets.size()) != width) {
      fail(collate_name, "sample ", number_of(samples[i], i), " has ", samples[i].targets.size(),
           " targets, the first has ", width);
    }
    values = std::copy(samples[i].targets.begin(), samples[i].targets.end(), values);
  }
  if (width > 0) data.targets = targets.to(dtype);
}

/// The first `max_blocks` blocks of a sample's basis, appended to the flat arrays.
void append_basis(const Channels& channels, std::int64_t max_blocks, std::vector<double>& basis,
                  std::vector<double>& sums, GraphTensors& data) {
  const std::int64_t kept = kept_blocks(channels, max_blocks);
  if (cuts_blocks(channels, kept)) data.max_blocks = std::min(data.max_blocks, kept);
  const std::int64_t columns = kept_columns(channels, kept);
  const std::size_t entries = basis.size();
  const std::size_t sum = sums.size();
  const std::size_t block = data.block_dims.size();
  basis.resize(entries + static_cast<std::size_t>(columns * channels.num_nodes()));
  sums.resize(sum + static_cast<std::size_t>(columns));
  data.block_dims.resize(block + static_cast<std::size_t>(kept));
  copy_basis(channels, kept, basis.data() + entries, sums.data() + sum,
             data.block_dims.data() + block);
  data.basis_offsets.push_back(static_cast<std::int64_t>(basis.size()));
  data.column_offsets.push_back(static_cast<std::int64_t>(sums.size()));
  data.block_offsets.push_back(static_cast<std::int64_t>(data.block_dims.size()));
}

void collate_channels(std::span<const Sample> samples, const CollateOptions& options,
                      GraphTensors& data) {
  data.has_channels = samples.front().channels != nullptr;
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const Channels* channels = samples[i].channels.get();
    if ((channels != nullptr) != data.has_channels) {
      fail(collate_name, "only some samples have channels; sample ", number_of(samples[i], i),
           " differs from the first");
    }
    if (channels == nullptr) continue;
    if (!channels->canonical || channels->num_nodes() != samples[i].graph.num_nodes() ||
        std::ssize(channels->position) != samples[i].graph.num_nodes()) {
      fail(collate_name, "the channels of sample ", number_of(samples[i], i),
           " belong to another graph");
    }
  }
  if (!data.has_channels) return;
  data.basis_offsets = data.column_offsets = data.block_offsets = {0};
  std::vector<double> basis;
  std::vector<double> sums;
  for (const Sample& sample : samples) {
    append_basis(*sample.channels, options.max_blocks, basis, sums, data);
  }
  data.basis = at::tensor(basis, at::kDouble).to(options.dtype);
  data.basis_sums = at::tensor(sums, at::kDouble).to(options.dtype);
}

}  // namespace

GraphTensors collate(std::span<const Sample> samples, const CollateOptions& options) {
  if (samples.empty()) fail(collate_name, "there are no samples");
  if (options.dtype != at::kFloat && options.dtype != at::kDouble) {
    fail(collate_name, "the dtype must be float or double, got ", options.dtype);
  }
  GraphTensors data;
  data.num_graphs = std::ssize(samples);
  const auto nodes = [](const Sample& sample) { return sample.graph.num_nodes(); };
  const auto edges = [](const Sample& sample) { return sample.graph.num_edges(); };
  for (std::size_t i = 0; i < samples.size(); ++i) {
    data.sample_numbers.push_back(number_of(samples[i], i));
    if (nodes(samples[i]) == 0)
      fail(collate_name, "sample ", number_of(samples[i], i), " has no nodes");
  }
  collate_structure(samples, data);
  data.node_features = stack_features(
      samples, options.dtype, "node features",
      [](const Sample& s) -> const FloatMatrix& { return s.node_features; }, nodes);
  data.node_categories = stack_rows<std::int32_t, std::int64_t>(
      samples, at::kLong, "node categories",
      [](const Sample& s) -> const CategoryMatrix& { return s.node_categories; }, nodes);
  data.edge_features = stack_features(
      samples, options.dtype, "edge features",
      [](const Sample& s) -> const FloatMatrix& { return s.edge_features; }, edges);
  data.edge_categories = stack_rows<std::int32_t, std::int64_t>(
      samples, at::kLong, "edge categories",
      [](const Sample& s) -> const CategoryMatrix& { return s.edge_categories; }, edges);
  collate_labels(samples, options.dtype, data);
  collate_channels(samples, options, data);
  if (options.marks) data.marks = find_marks(samples, options.dtype, *options.marks);
  if (options.components) data.components = find_components(samples, options.dtype);
  if (options.encodings.columns.total() > 0) {
    data.node_encodings = encode_positions(samples, options.dtype, options.encodings);
  }
  if (options.pairs) data.pairs = describe_pairs(samples, options.dtype, *options.pairs);
  return data;
}

std::vector<std::int64_t> degree_histogram(const GraphTensors& data,
                                           std::span<const std::int64_t> ids) {
  std::vector<std::int64_t> histogram(1, 0);
  for (const std::int64_t g : ids) {
    if (g < 0 || g >= data.num_graphs) fail("degree_histogram", "there is no graph ", g);
    for (std::int64_t v = data.node_offsets[g]; v < data.node_offsets[g + 1]; ++v) {
      const auto degree = static_cast<std::size_t>(data.degrees[v]);
      if (degree >= histogram.size()) histogram.resize(degree + 1, 0);
      ++histogram[degree];
    }
  }
  return histogram;
}

}  // namespace isotypic::nn
