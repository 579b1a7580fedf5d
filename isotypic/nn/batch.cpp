#include "isotypic/nn/batch.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

#include "isotypic/base/error.hpp"

namespace isotypic::nn {
namespace {

/// Copies the ranges offsets[g]..offsets[g + 1] of `from`'s rows, g in ids, into one tensor.
at::Tensor gather_ranges(const at::Tensor& from, const std::vector<std::int64_t>& offsets,
                         std::span<const std::int64_t> ids) {
  if (!from.defined()) return {};
  auto shape = from.sizes().vec();
  shape[0] = 0;
  for (const std::int64_t g : ids) shape[0] += offsets[g + 1] - offsets[g];
  at::Tensor out = at::empty(shape, from.options());
  const std::int64_t row_bytes =
      from.size(0) == 0 ? 0 : static_cast<std::int64_t>(from.nbytes()) / from.size(0);
  auto* destination = static_cast<char*>(out.data_ptr());
  const auto* source = static_cast<const char*>(from.data_ptr());
  for (const std::int64_t g : ids) {
    const std::int64_t bytes = (offsets[g + 1] - offsets[g]) * row_bytes;
    destination = std::copy_n(source + offsets[g] * row_bytes, bytes, destination);
  }
  return out;
}

at::Tensor gather_offsets(const std::vector<std::int64_t>& offsets,
                          std::span<const std::int64_t> ids) {
  at::Tensor out = at::empty({std::ssize(ids) + 1}, at::kLong);
  auto* values = out.data_ptr<std::int64_t>();
  values[0] = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    values[i + 1] = values[i] + offsets[ids[i] + 1] - offsets[ids[i]];
  }
  return out;
}

void gather_structure(const GraphTensors& data, std::span<const std::int64_t> ids, Batch& batch) {
  batch.graph_of_node = at::empty({batch.num_nodes}, at::kLong);
  batch.row_offsets = at::empty({batch.num_nodes + 1}, at::kLong);
  batch.neighbours = at::empty({2 * batch.num_edges}, at::kInt);
  batch.edge_ids = at::empty({2 * batch.num_edges}, at::kInt);
  auto* graph_of_node = batch.graph_of_node.data_ptr<std::int64_t>();
  auto* row_offsets = batch.row_offsets.data_ptr<std::int64_t>();
  auto* neighbours = batch.neighbours.data_ptr<std::int32_t>();
  auto* edge_ids = batch.edge_ids.data_ptr<std::int32_t>();
  *row_offsets = 0;
  std::int32_t first_node = 0;
  std::int32_t first_edge = 0;
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const std::int64_t g = ids[i];
    for (std::int64_t v = data.node_offsets[g]; v < data.node_offsets[g + 1]; ++v) {
      *graph_of_node++ = static_cast<std::int64_t>(i);
      row_offsets[1] = row_offsets[0] + data.degrees[v];
      ++row_offsets;
    }
    for (std::int64_t e = 2 * data.edge_offsets[g]; e < 2 * data.edge_offsets[g + 1]; ++e) {
      *neighbours++ = first_node + data.neighbours[e];
      *edge_ids++ = first_edge + data.edge_ids[e];
    }
    first_node += static_cast<std::int32_t>(data.node_offsets[g + 1] - data.node_offsets[g]);
    first_edge += static_cast<std::int32_t>(data.edge_offsets[g + 1] - data.edge_offsets[g]);
  }
}

ChannelBatch gather_channels(const GraphTensors& data, std::span<const std::int64_t> ids) {
  ChannelBatch channels;
  channels.max_blocks = data.max_blocks;
  channels.basis = gather_ranges(data.basis, data.basis_offsets, ids);
  channels.basis_sums = gather_ranges(data.basis_sums, data.column_offsets, ids);
  channels.basis_offsets = gather_offsets(data.basis_offsets, ids);
  channels.column_offsets = gather_offsets(data.column_offsets, ids);
  channels.block_offsets = gather_offsets(data.block_offsets, ids);
  const auto* total = channels.block_offsets.data_ptr<std::int64_t>() + ids.size();
  channels.block_dims = at::empty({*total}, at::kInt);
  auto* dims = channels.block_dims.data_ptr<std::int32_t>();
  for (const std::int64_t g : ids) {
    dims = std::copy(data.block_dims.begin() + data.block_offsets[g],
                     data.block_dims.begin() + data.block_offsets[g + 1], dims);
  }
  return channels;
}

PairBatch gather_pairs(const PairTensors& pairs, std::span<const std::int64_t> ids) {
  return {gather_ranges(pairs.values, pairs.type_offsets, ids),
          gather_ranges(pairs.distances, pairs.type_offsets, ids),
          gather_ranges(pairs.categories, pairs.type_offsets, ids),
          gather_ranges(pairs.type_of, pairs.pair_offsets, ids),
          gather_offsets(pairs.type_offsets, ids),
          gather_offsets(pairs.pair_offsets, ids),
          pairs.powers};
}

/// Every graph as often as it has marked copies.
std::vector<std::int64_t> repeat_for_copies(const MarkTensors& marks,
                                            std::span<const std::int64_t> ids) {
  std::vector<std::int64_t> repeated;
  for (const std::int64_t g : ids) {
    repeated.insert(repeated.end(), marks.copy_offsets[g + 1] - marks.copy_offsets[g], g);
  }
  return repeated;
}

/// Adds `columns` to what is there of the nodes.
at::Tensor with_columns(const at::Tensor& features, const at::Tensor& columns) {
  return at::cat({features, columns.to(features.scalar_type())}, 1);
}

/// Marks nodes of the batch, whose graphs are the copies of the graphs `ids`.
void add_marks(const MarkTensors& marks, std::span<const std::int64_t> ids, Batch& batch) {
  const std::int64_t k = marks.size;
  at::Tensor columns = at::zeros({batch.num_nodes, k}, at::kFloat);
  batch.marks.sample_of_copy = at::empty({batch.num_graphs}, at::kLong);
  const auto* first_node = batch.node_offsets.data_ptr<std::int64_t>();
  auto* sample = batch.marks.sample_of_copy.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < ids.size(); ++i) {
    for (std::int64_t c = marks.copy_offsets[ids[i]]; c < marks.copy_offsets[ids[i] + 1]; ++c) {
      for (std::int64_t j = 0; j < k; ++j) {
        const std::int32_t node = marks.nodes[c * k + j];
        if (node >= 0) columns.data_ptr<float>()[(*first_node + node) * k + j] = 1.0F;
      }
      ++first_node;
      *sample++ = static_cast<std::int64_t>(i);
    }
  }
  if (batch.node_categories.defined()) {
    batch.node_categories = with_columns(batch.node_categories, columns);
  } else if (batch.node_features.defined()) {
    batch.node_features = with_columns(batch.node_features, columns);
  } else {
    fail("make_batch", "marks need node features to stand beside");
  }
  batch.marks.weights = gather_ranges(marks.weights, marks.copy_offsets, ids);
}

/// The graphs `ids`, which may repeat, without labels and marks.
Batch gather_graphs(const GraphTensors& data, std::span<const std::int64_t> ids) {
  Batch batch;
  batch.num_graphs = std::ssize(ids);
  batch.node_offsets = gather_offsets(data.node_offsets, ids);
  batch.num_nodes = batch.node_offsets.data_ptr<std::int64_t>()[ids.size()];
  for (const std::int64_t g : ids) {
    batch.num_edges += data.edge_offsets[g + 1] - data.edge_offsets[g];
  }
  gather_structure(data, ids, batch);
  batch.node_features = gather_ranges(data.node_features, data.node_offsets, ids);
  batch.node_categories = gather_ranges(data.node_categories, data.node_offsets, ids);
  batch.edge_features = gather_ranges(data.edge_features, data.edge_offsets, ids);
  batch.edge_categories = gather_ranges(data.edge_categories, data.edge_offsets, ids);
  if (data.has_channels) batch.channels = gather_channels(data, ids);
  if (data.pairs) batch.pairs = gather_pairs(*data.pairs, ids);
  return batch;
}

}  // namespace

Batch make_batch(const GraphTensors& data, std::span<const std::int64_t> ids) {
  if (ids.empty()) fail("make_batch", "a batch needs at least one graph");
  for (const std::int64_t g : ids) {
    if (g < 0 || g >= data.num_graphs) {
      fail("make_batch", "graph ", g, " is not among the ", data.num_graphs);
    }
  }
  Batch batch = data.marks ? gather_graphs(data, repeat_for_copies(*data.marks, ids))
                           : gather_graphs(data, ids);
  if (data.marks) add_marks(*data.marks, ids, batch);
  batch.num_samples = std::ssize(ids);
  const at::Tensor index =
      at::from_blob(const_cast<std::int64_t*>(ids.data()), {batch.num_samples}, at::kLong);
  batch.labels = data.labels.index_select(0, index);
  if (data.targets.defined()) batch.targets = data.targets.index_select(0, index);
  return batch;
}

Batch make_batch(const GraphTensors& data) {
  std::vector<std::int64_t> ids(static_cast<std::size_t>(data.num_graphs));
  std::iota(ids.begin(), ids.end(), 0);
  return make_batch(data, ids);
}

Batch to_device(Batch batch, at::Device device) {
  if (device.is_cpu()) return batch;
  for (at::Tensor* tensor :
       {&batch.graph_of_node, &batch.row_offsets, &batch.neighbours, &batch.edge_ids,
        &batch.node_features, &batch.node_categories, &batch.edge_features, &batch.edge_categories,
        &batch.labels, &batch.targets, &batch.channels.basis, &batch.channels.basis_sums,
        &batch.pairs.values, &batch.marks.sample_of_copy, &batch.marks.weights}) {
    if (tensor->defined()) *tensor = tensor->to(device);
  }
  return batch;
}

Edges directed_edges(const Batch& batch) {
  const at::Tensor degrees = batch.row_offsets.slice(0, 1) - batch.row_offsets.slice(0, 0, -1);
  const at::Tensor nodes = at::arange(batch.num_nodes, batch.row_offsets.options());
  return {batch.neighbours.to(at::kLong), at::repeat_interleave(nodes, degrees), batch.num_nodes};
}

}  // namespace isotypic::nn
