// Which rung of the ladder tells two graphs apart, and by what.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "isotypic/ladder/rungs.hpp"

namespace isotypic {

/// Numbers of the rung Spectrum that differ by no more than this are the same.
inline constexpr double spectrum_tolerance = 1e-8;

/// By what two invariants of one rung differ, in a short text with numbers; none when they agree.
/// Throws Error when they are of different rungs.
[[nodiscard]] std::optional<std::string> difference(const RungInvariant& a, const RungInvariant& b);

/// A rung that could not be computed, and why.
struct SkippedRung {
  Rung rung = Rung::Wl1;
  std::string reason;
};

struct RungComparison {
  bool isomorphic = false;
  std::optional<Rung> first;  ///< the first rung that tells the graphs apart
  std::string by_what;        ///< in a short text with numbers
  std::vector<SkippedRung> skipped;
};

/// Whether the graphs are isomorphic, and else the first rung up to `last` that tells them apart.
/// Graphs that are not isomorphic are told apart by Rung::Complete at the latest, if no limit is
/// met; a rung that meets one is skipped.
///
/// Throws Error (Cancelled) when the symmetry of a graph cannot be found within the limits, or on
/// request.
[[nodiscard]] RungComparison compare_rungs(GraphLadder& a, GraphLadder& b,
                                           Rung last = Rung::Complete);
[[nodiscard]] RungComparison compare_rungs(const Graph& a, const Graph& b,
                                           const LadderOptions& options = {},
                                           Rung last = Rung::Complete);

}  // namespace isotypic
