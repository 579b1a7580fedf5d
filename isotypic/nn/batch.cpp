#include "isotypic/nn/batch.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/gather_graphs.hpp"
#include "isotypic/nn/select_graphs.hpp"

namespace isotypic::nn {

struct BatchParts {
  /// One marked copy of a graph of a batch.
  struct Copy {
    std::int64_t sample = 0;  ///< its place in the batch
    std::int64_t graph = 0;   ///< in the GraphTensors
    std::int64_t number = 0;  ///< in their MarkTensors
  };

  GraphTensors graphs;                ///< those of the batch
  std::vector<Copy> copies;           ///< of them
  std::vector<std::int64_t> offsets;  ///< part p has the copies offsets[p] to offsets[p + 1]
};

namespace {

using Copy = BatchParts::Copy;

/// Adds `columns` to what is there of the nodes.
at::Tensor with_columns(const at::Tensor& features, const at::Tensor& columns) {
  return at::cat({features, columns.to(features.scalar_type())}, 1);
}

std::vector<Copy> copies_of(const MarkTensors& marks, std::span<const std::int64_t> ids) {
  std::vector<Copy> copies;
  for (std::int64_t i = 0; i < std::ssize(ids); ++i) {
    for (std::int64_t c = marks.copy_offsets[ids[i]]; c < marks.copy_offsets[ids[i] + 1]; ++c) {
      copies.push_back({i, ids[i], c});
    }
  }
  return copies;
}

/// Marks nodes of the batch, whose graphs are the copies.
void add_marks(const MarkTensors& marks, std::span<const Copy> copies, Batch& batch) {
  const std::int64_t k = marks.size;
  at::Tensor columns = at::zeros({batch.num_nodes, k}, at::kFloat);
  batch.marks.sample_of_copy = at::empty({batch.num_graphs}, at::kLong);
  at::Tensor numbers = at::empty({batch.num_graphs}, at::kLong);
  const auto* first_node = batch.node_offsets.data_ptr<std::int64_t>();
  for (std::size_t i = 0; i < copies.size(); ++i) {
    for (std::int64_t j = 0; j < k; ++j) {
      const std::int32_t node = marks.nodes[copies[i].number * k + j];
      if (node >= 0) columns.data_ptr<float>()[(first_node[i] + node) * k + j] = 1.0F;
    }
    batch.marks.sample_of_copy.data_ptr<std::int64_t>()[i] = copies[i].sample;
    numbers.data_ptr<std::int64_t>()[i] = copies[i].number;
  }
  if (batch.node_categories.defined()) {
    batch.node_categories = with_columns(batch.node_categories, columns);
  } else if (batch.node_features.defined()) {
    batch.node_features = with_columns(batch.node_features, columns);
  } else {
    fail("make_batch", "marks need node features to stand beside");
  }
  batch.marks.weights = marks.weights.index_select(0, numbers);
}

Batch gather_copies(const GraphTensors& data, std::span<const Copy> copies) {
  std::vector<std::int64_t> ids;
  for (const Copy& copy : copies) ids.push_back(copy.graph);
  Batch batch = gather_graphs(data, ids);
  add_marks(*data.marks, copies, batch);
  return batch;
}

std::int64_t nodes_of(const GraphTensors& data, std::int64_t g) {
  return data.node_offsets[g + 1] - data.node_offsets[g];
}

/// Cuts the copies into parts.
Batch cut_batch(const GraphTensors& data, std::span<const std::int64_t> ids) {
  auto parts = std::make_shared<BatchParts>();
  parts->graphs = select_graphs(data, ids);
  std::vector<std::int64_t> own(ids.size());
  std::iota(own.begin(), own.end(), 0);
  parts->copies = copies_of(*parts->graphs.marks, own);
  Batch batch;
  batch.num_graphs = std::ssize(parts->copies);
  std::int64_t nodes = 0;
  for (std::int64_t c = 0; c < batch.num_graphs; ++c) {
    const std::int64_t more = nodes_of(parts->graphs, parts->copies[c].graph);
    if (c == 0 || nodes + more > data.marks->max_nodes_at_once) {
      parts->offsets.push_back(c);
      nodes = 0;
    }
    nodes += more;
    batch.num_nodes += more;
  }
  parts->offsets.push_back(batch.num_graphs);
  batch.parts = std::move(parts);
  return batch;
}

Batch make_marked_batch(const GraphTensors& data, std::span<const std::int64_t> ids) {
  std::int64_t nodes = 0;
  for (const std::int64_t g : ids) {
    const std::int64_t copies = data.marks->copy_offsets[g + 1] - data.marks->copy_offsets[g];
    nodes += copies * nodes_of(data, g);
  }
  const std::int64_t limit = data.marks->max_nodes_at_once;  // 0 in marks that nobody limited
  return limit > 0 && nodes > limit ? cut_batch(data, ids)
                                    : gather_copies(data, copies_of(*data.marks, ids));
}

/// A list without repetitions, and where the entries of the list are in it.
struct Distinct {
  std::vector<std::int64_t> values;
  std::vector<std::int64_t> place;
};

Distinct distinct_stand_ins(const GraphTensors& data, std::span<const std::int64_t> ids) {
  Distinct distinct;
  for (const std::int64_t g : ids) {
    const auto found = std::ranges::find(distinct.values, data.stand_ins[g]);
    distinct.place.push_back(found - distinct.values.begin());
    if (found == distinct.values.end()) distinct.values.push_back(data.stand_ins[g]);
  }
  return distinct;
}

Batch make_sample_batch(const GraphTensors& data, std::span<const std::int64_t> ids) {
  Batch batch = data.marks ? make_marked_batch(data, ids) : gather_graphs(data, ids);
  batch.num_samples = std::ssize(ids);
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
  Batch batch;
  if (data.stand_ins.empty()) {
    batch = make_sample_batch(data, ids);
  } else {
    const Distinct distinct = distinct_stand_ins(data, ids);
    batch = make_sample_batch(data, distinct.values);
    batch.sample_of_label = at::tensor(distinct.place, at::kLong);
  }
  const at::Tensor index =
      at::from_blob(const_cast<std::int64_t*>(ids.data()), {std::ssize(ids)}, at::kLong);
  batch.labels = data.labels.index_select(0, index);
  if (data.targets.defined()) batch.targets = data.targets.index_select(0, index);
  return batch;
}

Batch make_batch(const GraphTensors& data) {
  std::vector<std::int64_t> ids(static_cast<std::size_t>(data.num_graphs));
  std::iota(ids.begin(), ids.end(), 0);
  return make_batch(data, ids);
}

std::int64_t num_parts(const Batch& batch) {
  return batch.parts ? std::ssize(batch.parts->offsets) - 1 : 1;
}

Batch make_part(const Batch& batch, std::int64_t part) {
  if (part < 0 || part >= num_parts(batch)) {
    fail("make_part", "there is no part ", part, " of ", num_parts(batch));
  }
  if (!batch.parts) return batch;
  const BatchParts& parts = *batch.parts;
  Batch own = gather_copies(
      parts.graphs,
      std::span(parts.copies)
          .subspan(parts.offsets[part], parts.offsets[part + 1] - parts.offsets[part]));
  own.num_samples = batch.num_samples;
  own.labels = batch.labels;
  own.targets = batch.targets;
  return own;
}

Batch to_device(Batch batch, at::Device device) {
  if (device.is_cpu()) return batch;
  for (at::Tensor* tensor : {&batch.graph_of_node,
                             &batch.row_offsets,
                             &batch.neighbours,
                             &batch.edge_ids,
                             &batch.node_features,
                             &batch.node_categories,
                             &batch.node_encodings,
                             &batch.edge_features,
                             &batch.edge_categories,
                             &batch.labels,
                             &batch.targets,
                             &batch.sample_of_label,
                             &batch.channels.basis,
                             &batch.channels.basis_sums,
                             &batch.pairs.values,
                             &batch.marks.sample_of_copy,
                             &batch.marks.weights,
                             &batch.components.blocks.basis,
                             &batch.components.blocks.basis_sums,
                             &batch.components.descriptions}) {
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
