// Graphs sorted into classes, rung by rung.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/ladder/rungs.hpp"

namespace isotypic {

/// Graphs sorted by all rungs up to this one.
struct RungClasses {
  Rung rung = Rung::Wl1;
  std::vector<std::int64_t> class_of;  ///< one per graph, numbered by first appearance
  std::int64_t num_classes = 0;
  std::int64_t computed = 0;         ///< graphs that this rung was computed for
  std::int64_t representatives = 0;  ///< looked at, over all of them
  double seconds = 0.0;              ///< of work, over all threads
  /// Graphs that met a limit, with the reason; no graph of their class was split at this rung.
  std::vector<std::pair<std::int64_t, std::string>> skipped;
};

struct LadderClasses {
  std::vector<RungClasses> rungs;  ///< from Wl1 up
  /// Isomorphism classes, which no rung can split further; numbered by first appearance.
  std::vector<std::int64_t> isomorphism_class_of;
  std::int64_t num_isomorphism_classes = 0;
};

/// Sorts graphs into classes rung by rung, on `threads` threads (0: one per core). A rung is
/// computed only where a class holds graphs that are not isomorphic, and once per isomorphism
/// class.
///
/// Throws Error (Cancelled) when the symmetry of a graph cannot be found within the limits, or on
/// request.
[[nodiscard]] LadderClasses ladder_classes(std::span<const Graph> graphs,
                                           const LadderOptions& options = {},
                                           Rung last = Rung::Complete, std::int64_t threads = 1);

}  // namespace isotypic
