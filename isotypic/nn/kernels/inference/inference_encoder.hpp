// InferenceEncoder: a stack of GIN or GINE layers for answers, on float buffers. Internal.
//
// Made once from an Encoder: weights are transposed, and every BatchNorm is part of the linear map
// before it. No autograd, no tensors, no allocation once the scratch is as large as the graphs.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/graph_view.hpp"
#include "isotypic/nn/kernels/inference/inference_scratch.hpp"
#include "isotypic/nn/kernels/inference/packed_linear.hpp"

namespace isotypic::nn {

/// Rows of tables, one per categorical column, that are added.
struct EmbeddingTable {
  std::vector<std::int64_t> sizes;  ///< of the columns
  std::int64_t width = 0;
  std::vector<float> rows;  ///< [sum of sizes, width]

  EmbeddingTable() = default;
  EmbeddingTable(const CategoryEncoder& encoder, WeightReader& reader);
  /// categories [count, columns] -> out [count, width]. Throws Error if one is out of range.
  void look_up(const std::int64_t* categories, std::int64_t count, float* out) const;
};

class InferenceEncoder {
 public:
  /// Whether encoders with these options can be made into one.
  [[nodiscard]] static bool takes(const EncoderOptions& options);
  explicit InferenceEncoder(const Encoder& encoder);

  /// How many weights of the encoder it has.
  [[nodiscard]] std::int64_t weights_read() const { return weights_read_; }

  /// The node embeddings [num_nodes, hidden], in the scratch. Throws Error if the graph lacks
  /// something that the encoder reads.
  [[nodiscard]] const float* run(const GraphView& graph, InferenceScratch& scratch) const;

 private:
  struct FeedForwardBlock {
    PackedMlp mlp;
    std::vector<float> factor, shift;  ///< of the norm
  };
  struct EncodingBlock {
    std::int64_t first = 0;
    std::int64_t columns = 0;
    std::vector<float> mean, factor;  ///< what standardises the columns
    PackedLinear linear;
  };
  struct LayerBlock {
    PackedMlp mlp;  ///< followed by the norm
    float own = 1.0F;
    std::optional<FeedForwardBlock> feed_forward;
    std::optional<PackedMlp> virtual_node;
  };

  [[nodiscard]] static LayerBlock make_layer(const Encoder& encoder, std::size_t number,
                                             WeightReader& reader);
  [[nodiscard]] const float* encode_nodes(const GraphView& graph, InferenceScratch& scratch) const;
  void add_encodings(const GraphView& graph, InferenceScratch& scratch, float* x) const;
  [[nodiscard]] const float* encode_edges(const GraphView& graph, InferenceScratch& scratch) const;
  void run_layer(const LayerBlock& layer, const GraphView& graph, const float* x,
                 const float* edges, InferenceScratch& scratch, float* y) const;
  void run_feed_forward(const FeedForwardBlock& block, std::int64_t rows, InferenceScratch& scratch,
                        float* x) const;
  /// Updates the state of the virtual node.
  void run_virtual_node(const PackedMlp& mlp, const float* x, std::int64_t rows,
                        InferenceScratch& scratch, float* state) const;

  EncoderOptions options_;
  EmbeddingTable node_table_, edge_table_;
  std::optional<PackedLinear> node_linear_, edge_linear_;
  std::vector<EncodingBlock> encodings_;
  std::vector<LayerBlock> layers_;
  std::int64_t weights_read_ = 0;
};

}  // namespace isotypic::nn
