#include "isotypic/nn/gather_graphs.hpp"

#include <ATen/ATen.h>

#include <algorithm>

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

/// `Blocks` is GraphTensors or ComponentTensors: both name their blocks alike.
template <typename Blocks>
ChannelBatch gather_blocks(const Blocks& data, std::span<const std::int64_t> ids) {
  ChannelBatch channels;
  channels.basis = gather_ranges(data.basis, data.basis_offsets, ids);
  channels.basis_sums = gather_ranges(data.basis_sums, data.column_offsets, ids);
  channels.basis_offsets = gather_offsets(data.basis_offsets, ids);
  channels.column_offsets = gather_offsets(data.column_offsets, ids);
  channels.block_offsets = gather_offsets(data.block_offsets, ids);
  const auto* total = channels.block_offsets.template data_ptr<std::int64_t>() + ids.size();
  channels.block_dims = at::empty({*total}, at::kInt);
  auto* dims = channels.block_dims.template data_ptr<std::int32_t>();
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
          gather_ranges(pairs.partners, pairs.partner_offsets, ids),
          gather_offsets(pairs.type_offsets, ids),
          gather_offsets(pairs.pair_offsets, ids),
          gather_offsets(pairs.partner_offsets, ids),
          pairs.powers};
}

}  // namespace

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
  batch.node_encodings = gather_ranges(data.node_encodings, data.node_offsets, ids);
  batch.edge_features = gather_ranges(data.edge_features, data.edge_offsets, ids);
  batch.edge_categories = gather_ranges(data.edge_categories, data.edge_offsets, ids);
  if (data.has_channels) {
    batch.channels = gather_blocks(data, ids);
    batch.channels.max_blocks = data.max_blocks;
  }
  if (data.components) {
    batch.components = {
        gather_blocks(*data.components, ids),
        gather_ranges(data.components->descriptions, data.components->block_offsets, ids)};
  }
  if (data.pairs) batch.pairs = gather_pairs(*data.pairs, ids);
  return batch;
}

}  // namespace isotypic::nn
