#include "isotypic/nn/graph_tensors.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"

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
  for (const Sample& sample : samples) {
    const Graph& graph = sample.graph;
    const std::int64_t n = graph.num_nodes();
    data.node_offsets.push_back(data.node_offsets.back() + n);
    data.edge_offsets.push_back(data.edge_offsets.back() + graph.num_edges());
    data.neighbours.insert(data.neighbours.end(), graph.adjacency().begin(),
                           graph.adjacency().end());
    // The edges in the order of graph.edges(): row u holds those with the smaller end u.
    const std::size_t first = data.edge_ids.size();
    data.edge_ids.resize(first + graph.adjacency().size());
    std::vector<std::int64_t> filled(graph.offsets().begin(), graph.offsets().end() - 1);
    std::int32_t id = 0;
    for (std::int32_t u = 0; u < n; ++u) {
      data.degrees.push_back(static_cast<std::int32_t>(graph.degree(u)));
      for (const std::int32_t v : graph.neighbours(u)) {
        if (v < u) continue;
        // Rows are sorted and u ascends, so each row is filled from its left.
        data.edge_ids[first + filled[u]++] = id;
        data.edge_ids[first + filled[v]++] = id++;
      }
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
  const Decomposition& canonical = *channels.canonical;
  const std::int64_t n = canonical.num_nodes;
  const auto available = static_cast<std::int64_t>(canonical.channels.size());
  const std::int64_t kept = max_blocks > 0 ? std::min(max_blocks, available) : available;
  if (kept < std::max(available, canonical.num_channels)) {
    data.max_blocks = std::min(data.max_blocks, kept);
  }
  for (std::int64_t b = 0; b < kept; ++b) {
    const Channel& channel = canonical.channels[b];
    const bool trivial = canonical.is_trivial(channel);
    for (std::int64_t c = channel.begin; c < channel.begin + channel.dim; ++c) {
      double sum = 0.0;
      for (std::int64_t v = 0; v < n; ++v) {
        basis.push_back(canonical.basis(channels.position[v], c));
        sum += basis.back();
      }
      sums.push_back(
          trivial ? sum : 0.0);  // the rest is rounding: docs/explanation/theory.md, "What is zero"
    }
    data.block_dims.push_back(static_cast<std::int32_t>(channel.dim));
  }
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
