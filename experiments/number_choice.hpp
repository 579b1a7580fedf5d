// NumberChoice: in which floating-point numbers an experiment trains.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/base/options.hpp"

namespace c10 {
enum class ScalarType : std::int8_t;
}

namespace isotypic::experiments {

enum class Precision { Float32, Float64 };

struct NumberChoice {
  Precision precision = Precision::Float32;
};

/// The switch --float64.
[[nodiscard]] const OptionFields<NumberChoice>& number_choice_fields();

[[nodiscard]] c10::ScalarType dtype_of(Precision precision);

}  // namespace isotypic::experiments

namespace isotypic {

template <>
struct EnumNames<experiments::Precision> {
  static constexpr const char* what = "precision";
  static constexpr std::array<std::pair<experiments::Precision, const char*>, 2> table = {
      {{experiments::Precision::Float32, "float32"}, {experiments::Precision::Float64, "float64"}}};
};

}  // namespace isotypic
