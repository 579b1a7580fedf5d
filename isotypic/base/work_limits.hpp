// When to give up work that may take long: at a point in time, or on request.
#pragma once

#include <chrono>
#include <optional>
#include <stop_token>

namespace isotypic {

struct WorkLimits {
  std::optional<std::chrono::steady_clock::time_point> deadline;
  std::stop_token stop;

  [[nodiscard]] bool any() const { return deadline.has_value() || stop.stop_possible(); }
  /// Throws Error (Cancelled), naming `where`, when a limit is met. Looks at the clock: not for
  /// inner loops.
  void check(const char* where) const;
  /// The time that is left, at least 0; nothing without a deadline.
  [[nodiscard]] std::optional<std::chrono::milliseconds> time_left() const;
};

/// Limits whose time begins now; no time limit means never.
[[nodiscard]] WorkLimits limits_from_now(std::optional<std::chrono::milliseconds> time_limit,
                                         std::stop_token stop);

}  // namespace isotypic
