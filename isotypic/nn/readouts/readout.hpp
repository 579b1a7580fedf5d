// Readout: node embeddings to one vector per graph.
#pragma once

#include <ATen/core/Tensor.h>
#include <torch/nn/module.h>

#include <cstdint>
#include <memory>
#include <span>
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
  Operators,      ///< nodes that have seen each other through learned operators
};

/// What becomes of the embeddings that the learned operators mixed.
enum class OperatorForm {
  Nodes,       ///< sum over the nodes of rho([embedding, mixed embedding, ...])
  Statistics,  ///< the sum of the embeddings, plus a linear map of the operators' statistics
};

struct OperatorOptions {
  std::int64_t heads = 8;    ///< learned operators, which share the width; 0: none
  std::int64_t hidden = 32;  ///< width of the network that computes their coefficients
  bool sizes = true;         ///< it sees the sizes of orbits and orbitals
  bool diagonal = true;      ///< rho sees the return probabilities of the node
  OperatorForm form = OperatorForm::Nodes;
  /// Without operators: rho is widened to the number of weights that it would have with them.
  bool match_weights = false;
  std::int64_t powers = 16;                   ///< of the normalised adjacency matrix
  std::int64_t max_distance = 12;             ///< longer ones count as this
  std::vector<std::int64_t> edge_categories;  ///< sizes of the columns that the network sees
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
  std::int64_t fusion_width = 0;    ///< 0: the width of the node embeddings
  IsotypicReadoutOptions isotypic;  ///< of the isotypic part; its max_blocks must be above 0
  OperatorOptions operators;        ///< of the part with learned operators
  bool plain = false;               ///< both by ATen operations instead of the CPU kernels
  std::int64_t marks = 0;  ///< read every graph once for each way to mark so many nodes; 0: once
};

/// A readout. A base class, since the kind is chosen at run time.
class Readout : public torch::nn::Module {
 public:
  using torch::nn::Module::Module;

  /// x [N, features] -> [G, width()].
  [[nodiscard]] virtual at::Tensor forward(const at::Tensor& x, const Batch& batch) = 0;
  [[nodiscard]] virtual std::int64_t width() const = 0;
  /// Takes from the graphs `ids` (those of the training part) what the readout has to know of its
  /// data before the first step; most need nothing. Becomes part of the buffers.
  virtual void learn_scales(const GraphTensors& /*data*/, std::span<const std::int64_t> /*ids*/) {}
};

/// The readout for node embeddings of width `features`.
[[nodiscard]] std::shared_ptr<Readout> make_readout(const ReadoutOptions& options,
                                                    std::int64_t features);

/// Throws Error unless x is [batch.num_nodes, features].
void check_readout_input(const char* where, const at::Tensor& x, const Batch& batch,
                         std::int64_t features);

}  // namespace isotypic::nn
