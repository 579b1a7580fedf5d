// Readout: node embeddings to one vector per graph.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <memory>
#include <vector>

#include "isotypic/channels/readout.hpp"
#include "isotypic/nn/batch.hpp"

namespace isotypic::nn {

enum class ReadoutKind {
  Sum,
  Mean,
  Max,
  MeanMax,        ///< [mean, max]
  PnaStatistics,  ///< [mean, sum, max, standard deviation]
  Attention,      ///< softmax gate over the nodes
  Set2Set,        ///< content-based attention by an LSTM, three steps
  Isotypic,       ///< statistics of the symmetry channels
};

/// How several readouts become one vector.
enum class Fusion {
  Concat,
  ProjectedSum,  ///< every part is mapped linearly to the fusion width, then added
  Gate,          ///< likewise, weighted by a softmax over the parts, per graph
};

/// One readout, or several that are fused.
struct ReadoutOptions {
  std::vector<ReadoutKind> parts = {ReadoutKind::Sum};
  Fusion fusion = Fusion::Concat;
  std::int64_t fusion_width = 0;  ///< 0: the width of the node embeddings
  IsotypicReadoutOptions isotypic;  ///< of the isotypic part; its max_blocks must be above 0
  bool plain = false;      ///< the isotypic part by ATen operations instead of the CPU kernel
  std::int64_t marks = 0;  ///< read every graph once for each way to mark so many nodes; 0: once
};

/// A readout. A base class, since the kind is chosen at run time.
class Readout : public torch::nn::Module {
 public:
  using torch::nn::Module::Module;

  /// x [N, features] -> [G, width()].
  [[nodiscard]] virtual at::Tensor forward(const at::Tensor& x, const Batch& batch) = 0;
  [[nodiscard]] virtual std::int64_t width() const = 0;
};

/// The readout for node embeddings of width `features`.
[[nodiscard]] std::shared_ptr<Readout> make_readout(const ReadoutOptions& options,
                                                    std::int64_t features);

/// Throws Error unless x is [batch.num_nodes, features].
void check_readout_input(const char* where, const at::Tensor& x, const Batch& batch,
                         std::int64_t features);

}  // namespace isotypic::nn
