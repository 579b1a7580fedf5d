#include "isotypic/base/work_limits.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic {

void WorkLimits::check(const char* where) const {
  if (stop.stop_requested()) fail_as(ErrorKind::Cancelled, where, "stopped on request");
  if (deadline && std::chrono::steady_clock::now() >= *deadline) {
    fail_as(ErrorKind::Cancelled, where, "the time limit has passed");
  }
}

std::optional<std::chrono::milliseconds> WorkLimits::time_left() const {
  using std::chrono::milliseconds;
  if (!deadline) return std::nullopt;
  return std::max(milliseconds(0),
                  std::chrono::ceil<milliseconds>(*deadline - std::chrono::steady_clock::now()));
}

WorkLimits limits_from_now(std::optional<std::chrono::milliseconds> time_limit,
                           std::stop_token stop) {
  WorkLimits limits{std::nullopt, std::move(stop)};
  if (time_limit) limits.deadline = std::chrono::steady_clock::now() + *time_limit;
  return limits;
}

}  // namespace isotypic
