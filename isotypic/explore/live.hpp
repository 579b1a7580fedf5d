// What the live page asks for: views and comparisons of graphs that people draw, paste or pick.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "isotypic/base/json.hpp"

namespace isotypic::explore {

struct LiveLimits {
  /// For the search for the symmetry of a graph, and for each rung of a comparison.
  std::chrono::milliseconds time{5000};
  std::int64_t max_copies = 200'000;  ///< marked copies of a graph for a rung
};

/// The view of a graph, with its row of the list. The request is a JSON object with `graph6`, or
/// with `family`, `arguments` (numbers), `seed` and `then` ("", "complement" or "line").
///
/// Throws Error (BadInput) with a text for the person at the page, and (Cancelled) at a limit.
[[nodiscard]] Json answer_view(std::string_view request, const LiveLimits& limits = {});

/// What tells two graphs apart. The request is a JSON object with `a` and `b`, both graph6.
/// Throws as answer_view does.
[[nodiscard]] Json answer_compare(std::string_view request, const LiveLimits& limits = {});

}  // namespace isotypic::explore
