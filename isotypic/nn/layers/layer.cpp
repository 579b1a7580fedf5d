#include "isotypic/nn/layers/layer.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"

namespace isotypic::nn {

void check_layer_input(const char* where, const at::Tensor& x, std::int64_t width,
                       const Edges& edges, const at::Tensor& edge_features,
                       std::int64_t edge_width) {
  if (x.dim() != 2 || x.size(0) != edges.num_nodes || x.size(1) != width) {
    fail(where, "expected node features of shape [", edges.num_nodes, ", ", width, "], got ",
         x.sizes());
  }
  if (edges.source.dim() != 1 || edges.target.dim() != 1 ||
      edges.source.size(0) != edges.target.size(0)) {
    fail(where, "the ends of the edges have shapes ", edges.source.sizes(), " and ",
         edges.target.sizes());
  }
  if (edge_width == 0) return;
  if (!edge_features.defined()) fail(where, "edge features are missing");
  if (edge_features.dim() != 2 || edge_features.size(0) != edges.source.size(0) ||
      edge_features.size(1) != edge_width) {
    fail(where, "expected edge features of shape [", edges.source.size(0), ", ", edge_width,
         "], got ", edge_features.sizes());
  }
}

}  // namespace isotypic::nn
