// Orbits of ordered tuples of distinct nodes: what marking k nodes can show, each kind once.
//
// Two tuples in one orbit give isomorphic marked graphs, so whatever is summed over all tuples is
// the sum over one representative of each orbit, weighted by the size of the orbit. Why:
// docs/explanation/hash-free.md.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <vector>

#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// The longest tuples.
inline constexpr std::int64_t max_tuple_size = 3;

/// One orbit of tuples.
struct TupleOrbit {
  std::vector<std::int32_t> nodes;  ///< the representative, in the node labels of the graph
  std::int64_t weight = 0;          ///< the number of tuples in the orbit
  /// 1-WL with these nodes marked tells all nodes apart. Known only with stop_at_discrete; such a
  /// representative may then have fewer than k nodes, or none; with j nodes it stands for
  /// weight * (n-j) ... (n-k+1) tuples.
  bool discrete = false;

  friend bool operator==(const TupleOrbit&, const TupleOrbit&) = default;
};

struct TupleOptions {
  std::int64_t size = 2;  ///< k: nodes of a tuple, 1 to max_tuple_size
  /// Give a representative as soon as its colouring is discrete, and none of those that continue
  /// it: all n - 1 further marks, and so on, show nothing that is not determined already.
  bool stop_at_discrete = false;
  /// Give up with an Error of kind Cancelled above this many representatives; 0 means no limit.
  std::int64_t max_representatives = 0;
  /// Give up with an Error of kind Cancelled after this time; none means never.
  std::optional<std::chrono::milliseconds> time_limit;
  /// Give up with an Error of kind Cancelled soon after a stop is requested.
  std::stop_token stop;
};

/// Calls `visit` with every orbit of tuples under the group of `symmetry`.
///
/// The orbits of pairs that begin at a node r are the orbits of the stabiliser of r, and so on: a
/// stabiliser is searched for only where it is neither trivial by its order nor found by colour
/// refinement. Orbits come in an order, and with representatives, that depend on the canonical form
/// alone: relabelled copies give corresponding ones. The weights add up to n (n-1) ... (n-k+1), for
/// k > n to none. Memory O(n + m), and the generators of k stabilisers.
///
/// Throws Error when size is out of range or the weights leave 64 bits, and (Cancelled) when a
/// limit is met.
void visit_tuple_orbits(const Symmetry& symmetry, const TupleOptions& options,
                        const std::function<void(const TupleOrbit&)>& visit);

/// All of them in one vector.
[[nodiscard]] std::vector<TupleOrbit> tuple_orbits(const Symmetry& symmetry,
                                                   const TupleOptions& options = {});

}  // namespace isotypic
