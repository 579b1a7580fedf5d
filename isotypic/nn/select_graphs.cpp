#include "isotypic/nn/select_graphs.hpp"

#include <ATen/ATen.h>

namespace isotypic::nn {
namespace {

/// The ranges offsets[g]..offsets[g + 1] of the graphs `ids`, one behind the other; every unit of
/// the offsets stands for `step` entries.
struct Ranges {
  const std::vector<std::int64_t>& offsets;
  std::span<const std::int64_t> ids;

  template <typename T>
  [[nodiscard]] std::vector<T> of(const std::vector<T>& values, std::int64_t step = 1) const {
    std::vector<T> selected;
    for (const std::int64_t g : ids) {
      selected.insert(selected.end(), values.begin() + step * offsets[g],
                      values.begin() + step * offsets[g + 1]);
    }
    return selected;
  }

  [[nodiscard]] at::Tensor of(const at::Tensor& rows) const {
    if (!rows.defined()) return {};
    std::vector<at::Tensor> selected;
    for (const std::int64_t g : ids) selected.push_back(rows.slice(0, offsets[g], offsets[g + 1]));
    return at::cat(selected);
  }

  /// The offsets of what is selected.
  [[nodiscard]] std::vector<std::int64_t> lengths() const {
    std::vector<std::int64_t> own = {0};
    for (const std::int64_t g : ids) own.push_back(own.back() + offsets[g + 1] - offsets[g]);
    return own;
  }
};

/// `Blocks` is GraphTensors or ComponentTensors: both name their blocks alike.
template <typename Blocks>
void select_blocks(const Blocks& data, std::span<const std::int64_t> ids, Blocks& selected) {
  const Ranges basis{data.basis_offsets, ids};
  const Ranges columns{data.column_offsets, ids};
  const Ranges blocks{data.block_offsets, ids};
  selected.basis = basis.of(data.basis);
  selected.basis_sums = columns.of(data.basis_sums);
  selected.block_dims = blocks.of(data.block_dims);
  selected.basis_offsets = basis.lengths();
  selected.column_offsets = columns.lengths();
  selected.block_offsets = blocks.lengths();
}

MarkTensors select_marks(const MarkTensors& marks, std::span<const std::int64_t> ids) {
  const Ranges copies{marks.copy_offsets, ids};
  return {marks.size, copies.lengths(), copies.of(marks.nodes, marks.size), marks.max_nodes_at_once,
          copies.of(marks.weights)};
}

}  // namespace

GraphTensors select_graphs(const GraphTensors& data, std::span<const std::int64_t> ids) {
  GraphTensors selected;
  selected.num_graphs = std::ssize(ids);
  for (const std::int64_t g : ids) selected.sample_numbers.push_back(data.sample_numbers[g]);
  const Ranges nodes{data.node_offsets, ids};
  const Ranges edges{data.edge_offsets, ids};
  selected.node_offsets = nodes.lengths();
  selected.edge_offsets = edges.lengths();
  selected.node_features = nodes.of(data.node_features);
  selected.node_categories = nodes.of(data.node_categories);
  selected.node_encodings = nodes.of(data.node_encodings);
  selected.edge_features = edges.of(data.edge_features);
  selected.edge_categories = edges.of(data.edge_categories);
  selected.degrees = nodes.of(data.degrees);
  selected.neighbours = edges.of(data.neighbours, 2);
  selected.edge_ids = edges.of(data.edge_ids, 2);
  selected.has_channels = data.has_channels;
  selected.max_blocks = data.max_blocks;
  if (data.has_channels) select_blocks(data, ids, selected);
  if (data.components) {
    select_blocks(*data.components, ids, selected.components.emplace());
    const Ranges blocks{data.components->block_offsets, ids};
    selected.components->descriptions = blocks.of(data.components->descriptions);
  }
  if (data.marks) selected.marks = select_marks(*data.marks, ids);
  return selected;
}

}  // namespace isotypic::nn
