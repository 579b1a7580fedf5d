// Encoder: a stack of message-passing layers of one kind.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>
#include <torch/nn/modules/batchnorm.h>
#include <torch/nn/modules/linear.h>

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/dropout.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/feature_encoder.hpp"
#include "isotypic/nn/layers/feed_forward.hpp"
#include "isotypic/nn/layers/layer.hpp"
#include "isotypic/nn/layers/virtual_node.hpp"

namespace isotypic::nn {

struct FusedLayer;
class WorkspacePool;

/// The columns of one kind of node encodings, and how they enter.
struct EncodingInput {
  std::int64_t first = 0;
  std::int64_t columns = 0;
  torch::nn::Linear linear{nullptr};
  at::Tensor mean, factor;  ///< [columns]: what standardises them
};

/// Node embeddings [N, hidden] of a batch. After each layer: BatchNorm, ReLU (ELU for GATv2),
/// dropout, then what the options ask for: its input, a FeedForward, a VirtualNode.
///
/// Categorical node features go through a CategoryEncoder, float ones straight into the first
/// layer, except for GINE and with node encodings, which map them linearly to `hidden`. The
/// encodings are standardised and mapped likewise, and added to the nodes. Edge features
/// (float: linear, categorical: CategoryEncoder) become vectors of width `hidden`, shared by all
/// layers; GIN and GraphSAGE do not use them.
class Encoder : public torch::nn::Module {
 public:
  explicit Encoder(const EncoderOptions& options_, std::shared_ptr<DropoutStream> stream_);
  [[nodiscard]] at::Tensor forward(const Batch& batch);
  /// As Readout::learn_scales(), for the node encodings.
  void learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids);
  /// What the norm behind layer `number` gets, without gradient: [N, hidden].
  [[nodiscard]] at::Tensor before_norm(const Batch& batch, std::size_t number);
  /// As in torch; with Normalisation::Fixed the norms stay as in evaluation.
  void train(bool on = true) override;

  EncoderOptions options;
  std::shared_ptr<DropoutStream> stream;
  std::shared_ptr<CategoryEncoder> node_encoder;
  torch::nn::Linear node_linear{nullptr};
  std::shared_ptr<CategoryEncoder> edge_encoder;
  torch::nn::Linear edge_linear{nullptr};
  std::vector<EncodingInput> encodings;
  std::vector<std::shared_ptr<Layer>> layers;
  std::vector<torch::nn::BatchNorm1d> norms;
  std::vector<std::shared_ptr<FeedForward>> feed_forwards;  ///< one per layer, or none
  std::vector<std::shared_ptr<VirtualNode>> virtual_nodes;  ///< one between two layers, or none

 private:
  [[nodiscard]] bool uses_edges() const;
  void add_encoding(const std::string& name, std::int64_t columns);
  void add_joints();
  [[nodiscard]] std::shared_ptr<Layer> make_layer(std::int64_t in) const;
  [[nodiscard]] at::Tensor embed_nodes(const Batch& batch);
  [[nodiscard]] at::Tensor encode_nodes(const Batch& batch);
  [[nodiscard]] at::Tensor encode_edges(const Batch& batch);
  /// Whether the input of a layer is added to its output.
  [[nodiscard]] bool passes_input(std::size_t number) const;
  [[nodiscard]] bool is_fused(const Batch& batch, const at::Tensor& x) const;
  [[nodiscard]] FusedLayer fused_layer(std::size_t number) const;
  /// What layer `number` makes of x, before its norm.
  [[nodiscard]] at::Tensor layer_output(std::size_t number, const at::Tensor& x, const Edges& edges,
                                        const at::Tensor& directed_terms, const Batch& batch);
  [[nodiscard]] at::Tensor after_norm(std::size_t number, const at::Tensor& x, const Batch& batch);
  [[nodiscard]] at::Tensor forward_plain(const Batch& batch, at::Tensor x,
                                         const at::Tensor& edge_terms);
  /// The first `count` layers.
  [[nodiscard]] at::Tensor forward_fused(const Batch& batch, const at::Tensor& x,
                                         const at::Tensor& edge_terms, std::size_t count);

  std::int64_t input_width_ = 0;         ///< of the first layer
  std::shared_ptr<WorkspacePool> pool_;  ///< memory of the fused kernels, kept between steps
};

}  // namespace isotypic::nn
