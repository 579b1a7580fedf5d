// EncoderOptions: what a stack of message-passing layers is made of. No LibTorch here.
#pragma once

#include <array>
#include <cstdint>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"

namespace isotypic::nn {

/// Append at the end: checkpoints hold the number.
enum class LayerKind { Gin, Gine, Sage, Gatv2, Pna, TransformerConv };

/// Which kernels compute the stack.
enum class Kernels {
  Fused,  ///< GIN and GINE on the CPU in one autograd function; the others as Plain
  Plain,  ///< LibTorch modules, any device
};

/// Where the statistics come from that normalise the outputs of every layer.
enum class Normalisation {
  Batch,  ///< in training from the batch, later from a running mean: torch's BatchNorm
  /// From the training part, once before the first step. Graphs then do not see each other in
  /// training either, and the readout is standardised in the same way: see GraphModel.
  Fixed,
  /// As Fixed, and before it the mean over the nodes of a graph is subtracted from its outputs:
  /// what all nodes share grows from layer to layer, and would drown what tells them apart.
  Centred,
};

/// Whether the statistics are those of the training part, taken once.
[[nodiscard]] inline bool is_fixed(Normalisation norm) { return norm != Normalisation::Batch; }

/// Whether layers of this kind take features of edges.
[[nodiscard]] inline bool reads_edges(LayerKind kind) {
  return kind != LayerKind::Gin && kind != LayerKind::Sage;
}

struct EncoderOptions {
  LayerKind kind = LayerKind::Gin;
  std::int64_t hidden = 64;  ///< width of every layer's output
  std::int64_t layers = 5;
  std::int64_t heads = 4;     ///< of GATv2 and TransformerConv
  double dropout = 0.0;       ///< after every layer
  bool residual = false;      ///< add the input of a layer to its output, where the widths agree
  bool feed_forward = false;  ///< a FeedForward behind every layer
  bool virtual_node = false;  ///< a VirtualNode between the layers
  bool train_eps = false;     ///< of GIN and GINE
  Kernels kernels = Kernels::Fused;
  Normalisation norm = Normalisation::Batch;

  std::int64_t node_features = 0;              ///< width of the float node features
  std::vector<std::int64_t> node_categories;   ///< sizes of the categorical node columns
  std::int64_t edge_features = 0;              ///< width of the float edge features
  std::vector<std::int64_t> edge_categories;   ///< sizes of the categorical edge columns
  std::vector<std::int64_t> degree_histogram;  ///< of the training split; PNA only
  /// How many columns of NodeEncodingOptions are added to the node embeddings, of either kind.
  std::int64_t walks = 0;
  std::int64_t laplacian = 0;
};

}  // namespace isotypic::nn

namespace isotypic {

template <>
struct EnumNames<nn::LayerKind> {
  static constexpr const char* what = "encoder";
  static constexpr std::array<std::pair<nn::LayerKind, const char*>, 6> table = {
      {{nn::LayerKind::Gin, "GIN"},
       {nn::LayerKind::Gine, "GINE"},
       {nn::LayerKind::Sage, "GraphSAGE"},
       {nn::LayerKind::Pna, "PNA"},
       {nn::LayerKind::Gatv2, "GATv2"},
       {nn::LayerKind::TransformerConv, "GraphTransformer"}}};
};

template <>
struct EnumNames<nn::Normalisation> {
  static constexpr const char* what = "normalisation";
  static constexpr std::array<std::pair<nn::Normalisation, const char*>, 3> table = {
      {{nn::Normalisation::Batch, "batch"},
       {nn::Normalisation::Fixed, "fixed"},
       {nn::Normalisation::Centred, "centred"}}};
};

}  // namespace isotypic
