#include "isotypic/base/time_limit.hpp"

#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic {

std::optional<std::chrono::milliseconds> milliseconds_from_seconds(double seconds) {
  if (!(seconds >= 0.0 && seconds <= max_time_limit_seconds)) {
    static_assert(max_time_limit_seconds == 1e9);  // as the message says
    fail("milliseconds_from_seconds", "must be between 0 and 1e9 seconds");
  }
  if (seconds == 0.0) return std::nullopt;
  return std::chrono::milliseconds(std::llround(std::ceil(seconds * 1000)));
}

}  // namespace isotypic
