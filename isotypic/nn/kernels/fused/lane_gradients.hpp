// LaneGradients: the gradients of a fused Mlp, summed in lanes.
//
// Defined for float and double.
#pragma once

#include <cstdint>

#include "isotypic/nn/kernels/fused/fused_mlp.hpp"
#include "isotypic/nn/kernels/lanes.hpp"
#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

/// One after the other serves all parts of a pass.
template <typename T>
struct LaneGradients {
  Lanes lanes;

  /// For gradients of `largest` numbers at most.
  void allocate(Workspace& workspace, std::int64_t largest);

  /// What lane `lane` adds to: the total itself, or its own memory, which is cleared.
  [[nodiscard]] FusedMlpGradients<T> begin(std::int64_t lane, const FusedMlp<T>& mlp,
                                           const FusedMlpGradients<T>& total) const;
  /// Adds the lanes to the total, once all are done.
  void add_up(const FusedMlp<T>& mlp, const FusedMlpGradients<T>& total) const;

 private:
  std::int64_t stride_ = 0;
  T* memory_ = nullptr;  ///< [lanes - 1, stride]
};

extern template struct LaneGradients<float>;
extern template struct LaneGradients<double>;

}  // namespace isotypic::nn
