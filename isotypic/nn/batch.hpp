// Batch: some graphs of a GraphTensors side by side, as one disconnected graph.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <span>

#include "isotypic/nn/batch_share.hpp"
#include "isotypic/nn/graph_tensors.hpp"
#include "isotypic/nn/layers/layer.hpp"

namespace isotypic::nn {

/// The channels of the graphs of a batch. Graph g has the blocks block_offsets[g] to
/// block_offsets[g + 1], the columns column_offsets[g] to column_offsets[g + 1], and the basis
/// entries from basis_offsets[g] on, one column after the other. Index tensors live on the CPU.
struct ChannelBatch {
  at::Tensor basis;             ///< flat
  at::Tensor basis_sums;        ///< [columns]
  at::Tensor basis_offsets;     ///< int64 [G + 1]
  at::Tensor column_offsets;    ///< int64 [G + 1]
  at::Tensor block_offsets;     ///< int64 [G + 1]
  at::Tensor block_dims;        ///< int32 [blocks]
  std::int64_t max_blocks = 0;  ///< blocks known of every graph
};

/// The described pairs of the graphs of a batch, as in PairTensors. All tensors live on the CPU,
/// except `values`.
struct PairBatch {
  at::Tensor values;           ///< [types, columns]
  at::Tensor distances;        ///< int32 [types]
  at::Tensor categories;       ///< int32 [types, C] or undefined
  at::Tensor type_of;          ///< int32 [pairs], numbered within the graph
  at::Tensor partners;         ///< int32 [near pairs]
  at::Tensor type_offsets;     ///< int64 [G + 1]
  at::Tensor pair_offsets;     ///< int64 [G + 1]
  at::Tensor partner_offsets;  ///< int64 [G + 1]
  std::int64_t powers = 0;     ///< the first columns of `values`
};

/// The isotypic components of the graphs of a batch, as in ComponentTensors.
struct ComponentBatch {
  ChannelBatch blocks;      ///< one block per component
  at::Tensor descriptions;  ///< [components, component_structure_size]
};

/// The marked copies of the graphs of a batch: each is a graph of the batch.
struct MarkBatch {
  at::Tensor sample_of_copy;  ///< int64 [copies]: the place of its graph among `ids`
  at::Tensor weights;         ///< [copies]: they add up to 1 for every sample
};

/// A batch of marked copies that are too many to be made at once; see make_part().
struct BatchParts;

/// Nodes are numbered through the batch; the neighbours of node v, ascending, are
/// neighbours[row_offsets[v]] to neighbours[row_offsets[v + 1]].
struct Batch {
  std::int64_t num_graphs = 0;
  std::int64_t num_samples = 0;  ///< as many as graphs, unless these are marked copies
  /// int64 [labels], if samples stand for several graphs: the sample of each. Else undefined.
  at::Tensor sample_of_label;
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;  ///< undirected

  at::Tensor node_offsets;     ///< int64 [G + 1]
  at::Tensor graph_of_node;    ///< int64 [N]
  at::Tensor row_offsets;      ///< int64 [N + 1]
  at::Tensor neighbours;       ///< int32 [2 * num_edges]
  at::Tensor edge_ids;         ///< int32 [2 * num_edges], the undirected edge of every entry
  at::Tensor node_features;    ///< [N, F] or undefined
  at::Tensor node_categories;  ///< int64 [N, C] or undefined
  at::Tensor node_encodings;   ///< [N, walks + laplacian] or undefined
  at::Tensor edge_features;    ///< [num_edges, F] or undefined
  at::Tensor edge_categories;  ///< int64 [num_edges, C] or undefined
  at::Tensor labels;           ///< int64 [graphs asked for]
  at::Tensor targets;          ///< [graphs asked for, T] or undefined
  ChannelBatch channels;       ///< undefined tensors without channels
  PairBatch pairs;             ///< undefined tensors without described pairs
  MarkBatch marks;             ///< undefined tensors without marks
  ComponentBatch components;   ///< undefined tensors without components
  /// Set if the marked copies have more nodes than MarkOptions::max_nodes_at_once. Counts, labels
  /// and targets are then those of the whole batch, and everything else is in its parts.
  std::shared_ptr<const BatchParts> parts;
  /// Set if the batch is a share of a larger one that others have the rest of.
  std::shared_ptr<const BatchShare> share;

  [[nodiscard]] bool has_marks() const { return marks.weights.defined(); }
  [[nodiscard]] bool has_channels() const { return channels.basis.defined(); }
  [[nodiscard]] bool has_pairs() const { return pairs.values.defined(); }
};

/// The graphs `ids`, in that order. If `data` has marks, each graph stands there once for every
/// marked copy, and every mark is one more column of node features (1: marked), or of node
/// categories where there are such. If `data` has stand-ins, each of them is there once. Throws
/// Error if there are none or one does not exist.
[[nodiscard]] Batch make_batch(const GraphTensors& data, std::span<const std::int64_t> ids);

/// Into how many parts the marked copies of the batch are cut; 1 if they are not.
[[nodiscard]] std::int64_t num_parts(const Batch& batch);

/// Part number `part`: some of the marked copies, as graphs of a batch with all its samples. What
/// is summed over the copies of a sample is the sum over the parts. Throws Error if there is no
/// such part.
[[nodiscard]] Batch make_part(const Batch& batch, std::int64_t part);

/// All graphs of `data`.
[[nodiscard]] Batch make_batch(const GraphTensors& data);

/// The batch with its tensors on `device`; index tensors of the channels stay on the CPU.
[[nodiscard]] Batch to_device(Batch batch, at::Device device);

/// The place of the first node, or graph, in the batch that this one is a share of; 0 if it is
/// whole.
[[nodiscard]] inline std::int64_t first_node(const Batch& batch) {
  return batch.share ? batch.share->first_node : 0;
}
[[nodiscard]] inline std::int64_t first_graph(const Batch& batch) {
  return batch.share ? batch.share->first_graph : 0;
}
/// How many nodes, or graphs, the batch and all other shares have together.
[[nodiscard]] inline std::int64_t all_nodes(const Batch& batch) {
  return batch.share ? batch.share->num_nodes : batch.num_nodes;
}
[[nodiscard]] inline std::int64_t all_graphs(const Batch& batch) {
  return batch.share ? batch.share->num_graphs : batch.num_graphs;
}

/// Both directions of every edge, sorted by target, then source.
[[nodiscard]] Edges directed_edges(const Batch& batch);

}  // namespace isotypic::nn
