// Sizes as floating point numbers, whose products do not overflow.
#pragma once

#include <cstdint>

namespace isotypic {

[[nodiscard]] inline double real(std::int64_t value) { return static_cast<double>(value); }

}  // namespace isotypic
