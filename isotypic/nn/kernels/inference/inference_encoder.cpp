#include "isotypic/nn/kernels/inference/inference_encoder.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/aggregate.hpp"
#include "isotypic/nn/layers/gin.hpp"
#include "isotypic/nn/layers/gine.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* where = "Encoder";

}  // namespace

EmbeddingTable::EmbeddingTable(const CategoryEncoder& encoder, WeightReader& reader)
    : sizes(encoder.sizes), width(encoder.width), rows(reader.weights(encoder.weight)) {}

void EmbeddingTable::look_up(const std::int64_t* categories, std::int64_t count, float* out) const {
  for (std::int64_t k = 0; k < count; ++k, out += width) {
    std::int64_t first = 0;
    for (const std::int64_t size : sizes) {
      const std::int64_t category = *categories++;
      if (category < 0 || category >= size) {
        fail(where, "a category is not below the size of its column");
      }
      const float* row = rows.data() + (first + category) * width;
      if (first == 0) {
        std::copy_n(row, width, out);
      } else {
        add_scaled(out, row, 1.0F, width);
      }
      first += size;
    }
  }
}

bool InferenceEncoder::takes(const EncoderOptions& options) {
  const bool has_kernel = options.kind == LayerKind::Gin || options.kind == LayerKind::Gine;
  return has_kernel && options.norm != Normalisation::Centred;
}

InferenceEncoder::InferenceEncoder(const Encoder& encoder) : options_(encoder.options) {
  WeightReader reader;
  if (encoder.node_encoder) node_table_ = EmbeddingTable(*encoder.node_encoder, reader);
  if (encoder.edge_encoder) edge_table_ = EmbeddingTable(*encoder.edge_encoder, reader);
  if (encoder.node_linear) node_linear_ = reader.linear(encoder.node_linear);
  if (encoder.edge_linear) edge_linear_ = reader.linear(encoder.edge_linear);
  for (const EncodingInput& input : encoder.encodings) {
    encodings_.push_back({input.first, input.columns, floats_of(input.mean),
                          floats_of(input.factor), reader.linear(input.linear)});
  }
  for (std::size_t l = 0; l < encoder.layers.size(); ++l) {
    layers_.push_back(make_layer(encoder, l, reader));
  }
  weights_read_ = reader.count();
}

InferenceEncoder::LayerBlock InferenceEncoder::make_layer(const Encoder& encoder,
                                                          std::size_t number,
                                                          WeightReader& reader) {
  const auto* gin = dynamic_cast<const Gin*>(encoder.layers[number].get());
  const auto* gine = dynamic_cast<const Gine*>(encoder.layers[number].get());
  const at::Tensor& eps = gin != nullptr ? gin->eps : gine->eps;
  LayerBlock layer;
  layer.mlp =
      reader.mlp(gin != nullptr ? *gin->mlp : *gine->mlp, reader.norm(encoder.norms[number]));
  layer.own = 1.0F + (encoder.options.train_eps ? reader.weights(eps) : floats_of(eps)).front();
  if (number < encoder.feed_forwards.size()) {
    const FeedForward& block = *encoder.feed_forwards[number];
    const ColumnMap norm = reader.norm(block.norm);
    layer.feed_forward = {reader.mlp(*block.mlp),
                          {norm.factor.begin(), norm.factor.end()},
                          {norm.shift.begin(), norm.shift.end()}};
  }
  if (number < encoder.virtual_nodes.size()) {
    const VirtualNode& node = *encoder.virtual_nodes[number];
    layer.virtual_node = reader.mlp(*node.mlp, reader.norm(node.norm));
  }
  return layer;
}

const float* InferenceEncoder::encode_nodes(const GraphView& graph,
                                            InferenceScratch& scratch) const {
  const std::int64_t n = graph.num_nodes;
  const bool has_features =
      graph.node_features != nullptr && graph.num_node_features == options_.node_features;
  float* x = nullptr;
  if (!node_table_.sizes.empty()) {
    if (graph.node_categories == nullptr ||
        graph.num_node_categories != std::ssize(node_table_.sizes)) {
      fail(where, "expected ", node_table_.sizes.size(), " node categories, the graph has ",
           graph.num_node_categories);
    }
    x = scratch.nodes[0].room<float>(n * node_table_.width);
    node_table_.look_up(graph.node_categories, n, x);
  } else if (!has_features) {
    fail(where, "expected ", options_.node_features, " node features, the graph has ",
         graph.num_node_features);
  } else if (node_linear_) {
    x = scratch.nodes[0].room<float>(n * node_linear_->out());
    node_linear_->apply(graph.node_features, n, x);
  } else {
    return graph.node_features;
  }
  add_encodings(graph, scratch, x);
  return x;
}

void InferenceEncoder::add_encodings(const GraphView& graph, InferenceScratch& scratch,
                                     float* x) const {
  if (encodings_.empty()) return;
  const std::int64_t n = graph.num_nodes;
  const std::int64_t expected = options_.walks + options_.laplacian;
  if (graph.node_encodings == nullptr || graph.num_node_encodings != expected) {
    fail(where, "expected ", expected, " columns of node encodings, the graph has ",
         graph.num_node_encodings);
  }
  for (const EncodingBlock& block : encodings_) {
    float* columns = scratch.encodings.room<float>(n * block.columns);
    for (std::int64_t i = 0; i < n; ++i) {
      const float* values = graph.node_encodings + i * expected + block.first;
      for (std::int64_t k = 0; k < block.columns; ++k) {
        columns[i * block.columns + k] = (values[k] - block.mean[k]) * block.factor[k];
      }
    }
    float* added = scratch.added.room<float>(n * block.linear.out());
    block.linear.apply(columns, n, added);
    add_scaled(x, added, 1.0F, n * block.linear.out());
  }
}

const float* InferenceEncoder::encode_edges(const GraphView& graph,
                                            InferenceScratch& scratch) const {
  const std::int64_t edges = graph.num_edges;
  if (options_.kind != LayerKind::Gine) return nullptr;
  float* terms = scratch.edges.room<float>(edges * options_.hidden);
  if (edges == 0) return terms;
  if (graph.edge_ids == nullptr) fail(where, "the edges of the graph have no numbers");
  if (!edge_table_.sizes.empty()) {
    if (graph.edge_categories == nullptr ||
        graph.num_edge_categories != std::ssize(edge_table_.sizes)) {
      fail(where, "expected ", edge_table_.sizes.size(), " edge categories, the graph has ",
           graph.num_edge_categories);
    }
    edge_table_.look_up(graph.edge_categories, edges, terms);
    return terms;
  }
  if (graph.edge_features == nullptr || graph.num_edge_features != options_.edge_features) {
    fail(where, "expected ", options_.edge_features, " edge features, the graph has ",
         graph.num_edge_features);
  }
  edge_linear_->apply(graph.edge_features, edges, terms);
  return terms;
}

void InferenceEncoder::run_layer(const LayerBlock& layer, const GraphView& graph, const float* x,
                                 const float* edges, InferenceScratch& scratch, float* y) const {
  const std::int64_t n = graph.num_nodes;
  const std::int64_t in = layer.mlp.first.in();
  float* aggregated = scratch.aggregated.room<float>(n * in);
  const ChunkGraph chunk{0, n, graph.row_offsets, graph.neighbours, graph.edge_ids};
  if (edges == nullptr) {
    aggregate(chunk, x, layer.own, in, aggregated);
  } else {
    aggregate_with_edges(chunk, x, edges, layer.own, in, aggregated);
  }
  float* hidden = scratch.hidden.room<float>(n * layer.mlp.first.out());
  layer.mlp.first.apply_relu(aggregated, n, hidden);
  layer.mlp.second.apply_relu(hidden, n, y);
}

void InferenceEncoder::run_feed_forward(const FeedForwardBlock& block, std::int64_t rows,
                                        InferenceScratch& scratch, float* x) const {
  const std::int64_t width = block.mlp.second.out();
  float* wide = scratch.wide.room<float>(rows * block.mlp.first.out());
  float* added = scratch.added.room<float>(rows * width);
  block.mlp.first.apply_relu(x, rows, wide);
  block.mlp.second.apply(wide, rows, added);
  for (std::int64_t r = 0; r < rows; ++r, x += width, added += width) {
    for (std::int64_t c = 0; c < width; ++c) {
      x[c] = (x[c] + added[c]) * block.factor[c] + block.shift[c];
    }
  }
}

void InferenceEncoder::run_virtual_node(const PackedMlp& mlp, const float* x, std::int64_t rows,
                                        InferenceScratch& scratch, float* state) const {
  const std::int64_t width = options_.hidden;
  float* sum = scratch.state_sum.room<float>(width);
  float* wide = scratch.wide.room<float>(mlp.first.out());
  std::copy_n(state, width, sum);
  for (std::int64_t r = 0; r < rows; ++r) add_scaled(sum, x + r * width, 1.0F, width);
  mlp.first.apply_relu(sum, 1, wide);
  mlp.second.apply_relu(wide, 1, sum);
  add_scaled(state, sum, 1.0F, width);
}

const float* InferenceEncoder::run(const GraphView& graph, InferenceScratch& scratch) const {
  const std::int64_t n = graph.num_nodes;
  const std::int64_t width = options_.hidden;
  const float* x = encode_nodes(graph, scratch);
  const float* edges = encode_edges(graph, scratch);
  float* state = scratch.state.room<float>(width);
  std::fill_n(state, width, 0.0F);
  for (std::size_t l = 0; l < layers_.size(); ++l) {
    const LayerBlock& layer = layers_[l];
    // The input of a layer is in nodes[l % 2], or in the graph itself for the first.
    float* y = scratch.nodes[(l + 1) % 2].room<float>(n * width);
    run_layer(layer, graph, x, edges, scratch, y);
    if (options_.residual && layer.mlp.first.in() == width) add_scaled(y, x, 1.0F, n * width);
    if (layer.feed_forward) run_feed_forward(*layer.feed_forward, n, scratch, y);
    if (layer.virtual_node) {
      run_virtual_node(*layer.virtual_node, y, n, scratch, state);
      for (std::int64_t v = 0; v < n; ++v) add_scaled(y + v * width, state, 1.0F, width);
    }
    x = y;
  }
  return x;
}

}  // namespace isotypic::nn
