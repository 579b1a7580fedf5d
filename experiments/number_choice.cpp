#include "experiments/number_choice.hpp"

#include <ATen/core/Tensor.h>

namespace isotypic::experiments {

const OptionFields<NumberChoice>& number_choice_fields() {
  static const auto fields =
      OptionFields<NumberChoice>()
          .add("precision", &NumberChoice::precision, "Train in double precision")
          .as_switch("float64", enum_name(Precision::Float64));
  return fields;
}

c10::ScalarType dtype_of(Precision precision) {
  return precision == Precision::Float32 ? at::kFloat : at::kDouble;
}

}  // namespace isotypic::experiments
