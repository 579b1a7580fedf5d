// CompiledModel: a trained network for answers alone, one graph at a time.
//
// A GraphModel in evaluation transposes its weights in every pass, builds what a backward pass
// would need and moves small tensors around; for one small graph that is most of its time. Here
// weights are packed once, norms become part of the linear maps before them, and a graph goes
// through buffers that are kept for the next one.
#pragma once

#include <cstdint>
#include <memory>

#include "isotypic/nn/graph_view.hpp"
#include "isotypic/nn/model.hpp"

namespace isotypic::nn {

/// Thread-safe: threads may share one. Answers do not depend on other graphs or threads.
class CompiledModel {
 public:
  /// Null where the model has a part that only GraphModel computes. Taken are GIN and GINE with all
  /// that may stand between their layers, in float on the CPU; sum, mean, max, meanmax, isotypic
  /// and operators (but for their statistics), fused in any way; not marks.
  [[nodiscard]] static std::unique_ptr<const CompiledModel> make(const GraphModel& model);
  ~CompiledModel();
  CompiledModel(const CompiledModel&) = delete;
  CompiledModel& operator=(const CompiledModel&) = delete;

  [[nodiscard]] std::int64_t num_outputs() const;

  /// What GraphModel::forward() gives for the graph in evaluation, up to rounding, into `outputs`
  /// [num_outputs]. Allocates nothing once it has seen a graph as large. Throws Error if the graph
  /// lacks something that the model reads.
  void answer(const GraphView& graph, float* outputs) const;

 private:
  struct Parts;
  explicit CompiledModel(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace isotypic::nn
