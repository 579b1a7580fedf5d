// GraphTensors: a whole dataset in contiguous tensors, made once.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"
#include "isotypic/nn/component_tensors.hpp"
#include "isotypic/nn/mark_tensors.hpp"
#include "isotypic/nn/node_encoding_tensors.hpp"
#include "isotypic/nn/pair_tensors.hpp"

namespace isotypic::nn {

struct CollateOptions {
  at::ScalarType dtype = at::kFloat;  ///< of features, targets and bases: float or double
  std::int64_t max_blocks = 0;        ///< keep this many blocks of every basis; 0: all
  std::optional<MarkOptions> marks;   ///< find the marked copies of every graph too
  std::optional<PairOptions> pairs;   ///< describe the pairs of nodes too
  EncodingOptions encodings;          ///< compute node encodings too, if it has columns
  bool components = false;            ///< describe the isotypic components too
};

/// The samples of a dataset one behind the other; graph g owns the nodes node_offsets[g] to
/// node_offsets[g + 1] and likewise for edges, basis entries, basis columns and blocks. Batches are
/// copies of whole ranges (see make_batch).
///
/// A graph is undirected, so the rows of its CSR adjacency are also the columns of its CSC form:
/// one structure serves the forward and the backward pass. `edge_ids` names the undirected edge
/// behind every entry, so edge features are stored once for both directions.
struct GraphTensors {
  std::int64_t num_graphs = 0;
  std::vector<std::int64_t> sample_numbers;  ///< number_of() every sample, for messages
  std::vector<std::int64_t> node_offsets;
  std::vector<std::int64_t>
      edge_offsets;  ///< of undirected edges; adjacency entries are twice that

  at::Tensor node_features;    ///< [nodes, F] or undefined
  at::Tensor node_categories;  ///< int64 [nodes, C] or undefined
  at::Tensor node_encodings;   ///< [nodes, walks + laplacian] or undefined
  at::Tensor edge_features;    ///< [edges, F] or undefined
  at::Tensor edge_categories;  ///< int64 [edges, C] or undefined
  at::Tensor labels;           ///< int64 [graphs]
  at::Tensor targets;          ///< [graphs, T] or undefined

  std::vector<std::int32_t> degrees;     ///< per node
  std::vector<std::int32_t> neighbours;  ///< per adjacency entry, numbered within the graph
  std::vector<std::int32_t> edge_ids;    ///< per adjacency entry, numbered within the graph

  bool has_channels = false;
  /// Blocks known of every graph: no limit, unless some basis was cut off.
  std::int64_t max_blocks = std::numeric_limits<std::int64_t>::max();
  at::Tensor basis;       ///< flat; per graph columns x nodes: every basis vector is contiguous
  at::Tensor basis_sums;  ///< per column the sum of its entries; 0 outside the trivial component
  std::vector<std::int64_t> basis_offsets;   ///< into basis
  std::vector<std::int64_t> column_offsets;  ///< into basis_sums
  std::vector<std::int64_t> block_offsets;   ///< into block_dims
  std::vector<std::int32_t> block_dims;      ///< columns of every block

  /// For every graph one that stands for it in batches: it must have equal features and be
  /// isomorphic. Empty: every graph stands for itself. A model whose graphs see each other in
  /// training (BatchNorm, dropout) learns something else then.
  std::vector<std::int64_t> stand_ins;

  std::optional<MarkTensors> marks;            ///< if they were asked for
  std::optional<PairTensors> pairs;            ///< if they were asked for
  std::optional<ComponentTensors> components;  ///< if they were asked for
};

/// Collates samples. Throws Error, naming the sample by number_of(), when rows do not match its
/// nodes or edges, columns differ between samples, a feature is not finite, or only some samples
/// have channels.
[[nodiscard]] GraphTensors collate(std::span<const Sample> samples,
                                   const CollateOptions& options = {});

/// Nodes per degree over the graphs `ids`: the histogram that PNA wants of the training split.
[[nodiscard]] std::vector<std::int64_t> degree_histogram(const GraphTensors& data,
                                                         std::span<const std::int64_t> ids);

}  // namespace isotypic::nn
