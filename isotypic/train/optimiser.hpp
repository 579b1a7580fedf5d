// Optimiser: which variant of Adam trains a network. No LibTorch here.
#pragma once

#include <array>
#include <utility>

#include "isotypic/base/enum_names.hpp"

namespace isotypic::train {

enum class Optimiser {
  Adam,   ///< weight decay is added to the gradient, as PyTorch's Adam does
  AdamW,  ///< weight decay goes straight into the weights (Loshchilov & Hutter 2019)
};

}  // namespace isotypic::train

namespace isotypic {

template <>
struct EnumNames<train::Optimiser> {
  static constexpr const char* what = "optimiser";
  static constexpr std::array<std::pair<train::Optimiser, const char*>, 2> table = {
      {{train::Optimiser::Adam, "Adam"}, {train::Optimiser::AdamW, "AdamW"}}};
};

}  // namespace isotypic
