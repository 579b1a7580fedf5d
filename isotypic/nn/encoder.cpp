#include "isotypic/nn/encoder.hpp"

#include <ATen/ATen.h>

#include <string>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/fused/fused_stack.hpp"
#include "isotypic/nn/kernels/scatter.hpp"
#include "isotypic/nn/kernels/shared_norm.hpp"
#include "isotypic/nn/layers/gatv2.hpp"
#include "isotypic/nn/layers/gin.hpp"
#include "isotypic/nn/layers/gine.hpp"
#include "isotypic/nn/layers/pna.hpp"
#include "isotypic/nn/layers/sage.hpp"
#include "isotypic/nn/layers/transformer_conv.hpp"
#include "isotypic/nn/node_encoding_tensors.hpp"

namespace isotypic::nn {
namespace {

BlockTensors block_tensors(const Mlp& mlp, const torch::nn::BatchNorm1dImpl& norm) {
  return {mlp.first->weight, mlp.first->bias, mlp.second->weight, mlp.second->bias,
          norm.weight,       norm.bias,       norm.running_mean,  norm.running_var};
}

}  // namespace

Encoder::Encoder(const EncoderOptions& options_, std::shared_ptr<DropoutStream> stream_)
    : options(options_), stream(std::move(stream_)), pool_(std::make_shared<WorkspacePool>()) {
  if (!(options.dropout >= 0.0 && options.dropout < 1.0)) {
    fail("Encoder", "the dropout probability must be in [0, 1), got ", options.dropout);
  }
  if (options.hidden < 1 || options.layers < 1) {
    fail("Encoder", "needs at least one layer of width one, got ", options.layers, " of ",
         options.hidden);
  }
  std::int64_t width = options.node_features;
  if (!options.node_categories.empty()) {
    node_encoder = register_module(
        "node_encoder", std::make_shared<CategoryEncoder>(options.node_categories, options.hidden));
    width = options.hidden;
  } else if (options.node_features < 1) {
    fail("Encoder", "there are no node features");
  } else if (options.kind == LayerKind::Gine || options.walks + options.laplacian > 0) {
    node_linear = register_module("node_encoder", torch::nn::Linear(width, options.hidden));
    width = options.hidden;
  }
  add_encoding("walk", options.walks);
  add_encoding("laplacian", options.laplacian);
  if (uses_edges() && !options.edge_categories.empty()) {
    edge_encoder = register_module(
        "edge_encoder", std::make_shared<CategoryEncoder>(options.edge_categories, options.hidden));
  } else if (uses_edges()) {
    edge_linear =
        register_module("edge_encoder", torch::nn::Linear(options.edge_features, options.hidden));
  } else if (options.kind == LayerKind::Gine) {
    fail("Encoder", "GINE needs edge features");
  }
  input_width_ = width;
  for (std::int64_t l = 0; l < options.layers; ++l) {
    const std::string number = std::to_string(l);
    layers.push_back(
        register_module("layer" + number, make_layer(l == 0 ? width : options.hidden)));
    norms.push_back(register_module("norm" + number, torch::nn::BatchNorm1d(options.hidden)));
  }
  if (options.residual || options.feed_forward || options.virtual_node) add_joints();
  Encoder::train(true);  // fixed norms evaluate from the start
}

void Encoder::add_encoding(const std::string& name, std::int64_t columns) {
  if (columns == 0) return;
  const std::int64_t first =
      encodings.empty() ? 0 : encodings.back().first + encodings.back().columns;
  encodings.push_back(
      {.first = first,
       .columns = columns,
       .linear = register_module(name + "_encoder", torch::nn::Linear(columns, options.hidden)),
       .mean = register_buffer(name + "_mean", at::zeros({columns})),
       .factor = register_buffer(name + "_factor", at::ones({columns}))});
}

void Encoder::add_joints() {
  if (is_fixed(options.norm)) {
    fail("Encoder", "residual, feed_forward and virtual_node need norms of the batch");
  }
  for (std::int64_t l = 0; l < options.layers; ++l) {
    const std::string number = std::to_string(l);
    if (options.feed_forward) {
      feed_forwards.push_back(
          register_module("feed_forward" + number, std::make_shared<FeedForward>(options.hidden)));
    }
    if (options.virtual_node && l + 1 < options.layers) {
      virtual_nodes.push_back(
          register_module("virtual_node" + number, std::make_shared<VirtualNode>(options.hidden)));
    }
  }
}

bool Encoder::uses_edges() const {
  return reads_edges(options.kind) &&
         (options.edge_features > 0 || !options.edge_categories.empty());
}

std::shared_ptr<Layer> Encoder::make_layer(std::int64_t in) const {
  const std::int64_t out = options.hidden;
  const std::int64_t edge = uses_edges() ? options.hidden : 0;
  switch (options.kind) {
    case LayerKind::Gin:
      return std::make_shared<Gin>(
          GinOptions{.in_features = in, .out_features = out, .train_eps = options.train_eps});
    case LayerKind::Gine:
      return std::make_shared<Gine>(
          GineOptions{.in_features = in, .out_features = out, .train_eps = options.train_eps});
    case LayerKind::Sage:
      return std::make_shared<Sage>(SageOptions{.in_features = in, .out_features = out});
    case LayerKind::Gatv2:
      return std::make_shared<Gatv2>(Gatv2Options{
          .in_features = in, .out_features = out, .heads = options.heads, .edge_features = edge});
    case LayerKind::Pna:
      return std::make_shared<Pna>(PnaOptions{.in_features = in,
                                              .out_features = out,
                                              .edge_features = edge,
                                              .degree_histogram = options.degree_histogram});
    case LayerKind::TransformerConv:
      return std::make_shared<TransformerConv>(TransformerConvOptions{
          .in_features = in, .out_features = out, .heads = options.heads, .edge_features = edge});
  }
  fail("Encoder", "unknown layer kind");
}

void Encoder::learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  if (encodings.empty()) return;
  const ColumnScales scales = encoding_scales(data, ids);
  for (EncodingInput& input : encodings) {
    input.mean.copy_(scales.mean.narrow(0, input.first, input.columns));
    input.factor.copy_(scales.factor.narrow(0, input.first, input.columns));
  }
}

at::Tensor Encoder::encode_nodes(const Batch& batch) {
  at::Tensor x = embed_nodes(batch);
  if (encodings.empty()) return x;
  const at::Tensor& columns = batch.node_encodings;
  const std::int64_t expected = options.walks + options.laplacian;
  if (!columns.defined() || columns.size(1) != expected) {
    fail("Encoder", "expected ", expected, " columns of node encodings, the batch has ",
         columns.defined() ? columns.size(1) : 0);
  }
  for (EncodingInput& input : encodings) {
    const at::Tensor own = columns.narrow(1, input.first, input.columns);
    x = x + input.linear((own - input.mean) * input.factor);
  }
  return x;
}

at::Tensor Encoder::embed_nodes(const Batch& batch) {
  if (node_encoder) {
    if (!batch.node_categories.defined()) fail("Encoder", "the batch has no node categories");
    return node_encoder->forward(batch.node_categories);
  }
  if (!batch.node_features.defined() || batch.node_features.size(1) != options.node_features) {
    fail("Encoder", "expected ", options.node_features, " node features, the batch has ",
         batch.node_features.defined() ? batch.node_features.size(1) : 0);
  }
  return node_linear ? node_linear(batch.node_features) : batch.node_features;
}

at::Tensor Encoder::encode_edges(const Batch& batch) {
  if (edge_encoder) {
    if (!batch.edge_categories.defined()) fail("Encoder", "the batch has no edge categories");
    return edge_encoder->forward(batch.edge_categories);
  }
  if (!edge_linear) return {};
  if (!batch.edge_features.defined() || batch.edge_features.size(1) != options.edge_features) {
    fail("Encoder", "expected ", options.edge_features, " edge features, the batch has ",
         batch.edge_features.defined() ? batch.edge_features.size(1) : 0);
  }
  return edge_linear(batch.edge_features);
}

at::Tensor Encoder::forward_plain(const Batch& batch, at::Tensor x, const at::Tensor& edge_terms) {
  const Edges edges = directed_edges(batch);
  at::Tensor directed_terms;
  if (edge_terms.defined()) directed_terms = edge_terms.index_select(0, batch.edge_ids);
  at::Tensor state;  // of the virtual nodes
  for (std::size_t l = 0; l < layers.size(); ++l) {
    if (state.defined()) x = x + gather_rows(state, batch.graph_of_node);
    at::Tensor y = after_norm(l, layer_output(l, x, edges, directed_terms, batch), batch);
    if (is_training()) y = dropout(y, options.dropout, *stream, first_node(batch));
    x = passes_input(l) ? x + y : y;
    if (options.feed_forward) x = feed_forwards[l]->forward(x, batch, options.dropout, *stream);
    if (l < virtual_nodes.size()) {
      if (!state.defined()) state = at::zeros({batch.num_graphs, x.size(1)}, x.options());
      state = virtual_nodes[l]->forward(state, x, batch, options.dropout, *stream);
    }
  }
  return x;
}

bool Encoder::passes_input(std::size_t number) const {
  return options.residual && (number > 0 || input_width_ == options.hidden);
}

at::Tensor Encoder::layer_output(std::size_t number, const at::Tensor& x, const Edges& edges,
                                 const at::Tensor& directed_terms, const Batch& batch) {
  const at::Tensor y = layers[number]->forward(x, edges, directed_terms);
  if (options.norm != Normalisation::Centred) return y;
  return y -
         gather_rows(scatter_mean(y, batch.graph_of_node, batch.num_graphs), batch.graph_of_node);
}

at::Tensor Encoder::after_norm(std::size_t number, const at::Tensor& x, const Batch& batch) {
  const at::Tensor normalised = batch_norm(norms[number], x, batch.share);
  return options.kind == LayerKind::Gatv2 ? at::elu(normalised) : at::relu(normalised);
}

at::Tensor Encoder::before_norm(const Batch& batch, std::size_t number) {
  const at::NoGradGuard no_grad;
  const Edges edges = directed_edges(batch);
  const at::Tensor edge_terms = encode_edges(batch);
  at::Tensor directed_terms;
  if (edge_terms.defined()) directed_terms = edge_terms.index_select(0, batch.edge_ids);
  at::Tensor x = encode_nodes(batch);
  if (number > 0 && !is_training() && is_fused(batch, x)) {
    x = forward_fused(batch, x, edge_terms, number);
    return layer_output(number, x, edges, directed_terms, batch);
  }
  for (std::size_t l = 0; l < number; ++l) {
    x = after_norm(l, layer_output(l, x, edges, directed_terms, batch), batch);
  }
  return layer_output(number, x, edges, directed_terms, batch);
}

void Encoder::train(bool on) {
  Module::train(on);
  if (!is_fixed(options.norm)) return;
  for (auto& norm : norms) norm->eval();
}

FusedLayer Encoder::fused_layer(std::size_t number) const {
  const auto* gin = dynamic_cast<const Gin*>(layers[number].get());
  const auto* gine = dynamic_cast<const Gine*>(layers[number].get());
  FusedLayer layer{.block = block_tensors(gin != nullptr ? *gin->mlp : *gine->mlp, *norms[number]),
                   .eps = gin != nullptr ? gin->eps : gine->eps,
                   .residual = passes_input(number)};
  if (options.feed_forward) {
    layer.feed_forward = block_tensors(*feed_forwards[number]->mlp, *feed_forwards[number]->norm);
  }
  if (number < virtual_nodes.size()) {
    layer.virtual_node = block_tensors(*virtual_nodes[number]->mlp, *virtual_nodes[number]->norm);
  }
  return layer;
}

at::Tensor Encoder::forward_fused(const Batch& batch, const at::Tensor& x,
                                  const at::Tensor& edge_terms, std::size_t count) {
  // With fixed statistics training differs from evaluation by dropout alone.
  const bool training = is_training() && options.norm == Normalisation::Batch;
  FusedStackOptions fused{.norm = {.training = training},
                          .centred = options.norm == Normalisation::Centred,
                          .keeps = at::GradMode::is_enabled(),
                          .dropout = options.dropout};
  const auto enter = [&](torch::nn::BatchNorm1dImpl& norm) {
    if (training && options.dropout > 0.0) fused.dropout_keys.push_back(stream->next());
    if (training) norm.num_batches_tracked += 1;
  };
  std::vector<FusedLayer> all;
  for (std::size_t l = 0; l < count; ++l) {
    all.push_back(fused_layer(l));
    enter(*norms[l]);
    if (options.feed_forward) enter(*feed_forwards[l]->norm);
    if (l < virtual_nodes.size()) enter(*virtual_nodes[l]->norm);
  }
  return fused_stack(x, edge_terms, batch, all, fused, pool_);
}

bool Encoder::is_fused(const Batch& batch, const at::Tensor& x) const {
  const bool fusible = options.kind == LayerKind::Gin || options.kind == LayerKind::Gine;
  if (options.kernels != Kernels::Fused || !fusible || !x.is_cpu()) return false;
  if (!is_training()) return true;
  if (is_fixed(options.norm)) return options.dropout == 0.0;
  return !options.virtual_node || all_graphs(batch) > 1;  // see VirtualNode
}

at::Tensor Encoder::forward(const Batch& batch) {
  if (batch.parts) {
    fail("Encoder", "the batch is cut into parts, which GraphModel reads one after the other");
  }
  if (is_training() && !is_fixed(options.norm) && all_nodes(batch) < 2) {
    fail("Encoder", "BatchNorm cannot train on a batch with a single node");
  }
  const at::Tensor x = encode_nodes(batch);
  const at::Tensor edge_terms = encode_edges(batch);
  return is_fused(batch, x) ? forward_fused(batch, x, edge_terms, layers.size())
                            : forward_plain(batch, x, edge_terms);
}

}  // namespace isotypic::nn
