#include "isotypic/nn/kernels/fused/lane_gradients.hpp"

#include <algorithm>

namespace isotypic::nn {
namespace {

/// The parts of the memory of a lane, one behind the other.
template <typename T>
FusedMlpGradients<T> parts_of(T* memory, const FusedMlp<T>& mlp) {
  T* bias1 = memory + mlp.in * mlp.middle;
  T* weight2 = bias1 + mlp.middle;
  return {memory, bias1, weight2, weight2 + mlp.middle * mlp.out};
}

}  // namespace

template <typename T>
void LaneGradients<T>::allocate(Workspace& workspace, std::int64_t largest) {
  constexpr std::int64_t alignment = 16;
  stride_ = (largest + alignment - 1) / alignment * alignment;
  memory_ = workspace.take<T>((lanes.count - 1) * stride_);
}

template <typename T>
FusedMlpGradients<T> LaneGradients<T>::begin(std::int64_t lane, const FusedMlp<T>& mlp,
                                             const FusedMlpGradients<T>& total) const {
  if (lane == 0) return total;
  T* own = memory_ + (lane - 1) * stride_;
  std::fill_n(own, mlp.num_weights(), T(0));
  return parts_of(own, mlp);
}

template <typename T>
void LaneGradients<T>::add_up(const FusedMlp<T>& mlp, const FusedMlpGradients<T>& total) const {
  const FusedMlpGradients<T> first = parts_of(memory_, mlp);
  const auto add = [&](T* to, std::int64_t size, const T* from) {
    add_lanes(to, size, from, lanes.count - 1, stride_);
  };
  add(total.weight1, mlp.in * mlp.middle, first.weight1);
  add(total.bias1, mlp.middle, first.bias1);
  add(total.weight2, mlp.middle * mlp.out, first.weight2);
  add(total.bias2, mlp.out, first.bias2);
}

template struct LaneGradients<float>;
template struct LaneGradients<double>;

}  // namespace isotypic::nn
