// Time limits as people give them: in seconds, with 0 for no limit.
#pragma once

#include <chrono>
#include <optional>

namespace isotypic {

/// The longest time limit.
inline constexpr double max_time_limit_seconds = 1e9;

/// The limit rounded up to milliseconds, so that a limit above 0 never becomes none; nothing for 0.
///
/// Throws Error unless `seconds` is from 0 to max_time_limit_seconds. Its reason goes on from the
/// name of the option: "must be between ...".
[[nodiscard]] std::optional<std::chrono::milliseconds> milliseconds_from_seconds(double seconds);

}  // namespace isotypic
