// fused_stack: the whole GIN or GINE stack as one autograd function on the CPU.
//
// Plain modules write every intermediate result to memory and read it back: gather, scatter, bias,
// ReLU, BatchNorm each pass over all nodes. Here chunks of whole graphs (48 to 96 rows) go through
// BatchNorm-apply, ReLU, dropout, aggregation, GEMM + bias + ReLU, GEMM and the statistics of the
// next BatchNorm while they are in cache; the backward pass likewise. So do residual connections,
// feed-forward blocks and virtual nodes. Matrix products are libxsmm's.
//
// The team of the calling thread shares the chunks. The batch alone says how sums over chunks are
// cut (lanes.hpp): results do not depend on the number of threads.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "isotypic/nn/batch.hpp"
#include "isotypic/nn/kernels/fused/fused_norm.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

/// The tensors of an Mlp and of the BatchNorm behind it, whose running statistics are updated in
/// place.
struct BlockTensors {
  at::Tensor weight1, bias1, weight2, bias2;
  at::Tensor gamma, beta;
  at::Tensor running_mean, running_var;
};

/// One layer, and what stands behind it: the modules FeedForward and VirtualNode.
struct FusedLayer {
  BlockTensors block;
  at::Tensor eps;         ///< [1]
  bool residual = false;  ///< add the input to the output; they must have the same width
  std::optional<BlockTensors> feed_forward;
  std::optional<BlockTensors> virtual_node;
};

struct FusedStackOptions {
  NormOptions norm;      ///< but for its share, which is the batch's
  bool centred = false;  ///< Normalisation::Centred: needs norms that do not train
  bool keeps = true;     ///< what a backward pass needs
  double dropout = 0.0;
  /// If dropout > 0 in training: for every layer its own, then those of the parts behind it.
  std::vector<std::uint64_t> dropout_keys;
};

/// x [N, in] -> [N, hidden]. All layers but the last have a virtual node, or none has; the batch
/// with all its shares has two graphs at least if they have. `edge_terms` [num_edges, in] makes it
/// GINE, and then in = hidden; undefined means GIN. All tensors are contiguous, on the CPU, and
/// float or double alike.
[[nodiscard]] at::Tensor fused_stack(const at::Tensor& x, const at::Tensor& edge_terms,
                                     const Batch& batch, const std::vector<FusedLayer>& layers,
                                     const FusedStackOptions& options,
                                     const std::shared_ptr<WorkspacePool>& pool);

}  // namespace isotypic::nn
