#include "isotypic/symmetry/tuples.hpp"

#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/tuple_walk.hpp"

namespace isotypic {
namespace {

/// n^3 tuples are counted in 64 bits.
constexpr std::int64_t max_tuple_nodes = 2'000'000;

WalkOptions walk_options(const TupleOptions& options, std::int64_t num_nodes) {
  if (num_nodes > max_tuple_nodes && options.size > 2) {
    fail("tuple_orbits", "triples of ", num_nodes,
         " nodes are too many to be counted; the limit is ", max_tuple_nodes, " nodes");
  }
  if (options.size < 1 || options.size > max_tuple_size) {
    fail("tuple_orbits", "tuples have 1 to ", max_tuple_size, " nodes, not ", options.size);
  }
  if (options.max_representatives < 0) {
    fail("tuple_orbits", "max_representatives must not be negative, not ",
         options.max_representatives);
  }
  WalkOptions walk{.depth = options.size, .colour_leaves = options.stop_at_discrete};
  walk.limits.max_representatives = options.max_representatives;
  walk.limits.stop = options.stop;
  if (options.time_limit) {
    walk.limits.deadline = std::chrono::steady_clock::now() + *options.time_limit;
  }
  return walk;
}

}  // namespace

void visit_tuple_orbits(const Symmetry& symmetry, const TupleOptions& options,
                        const std::function<void(const TupleOrbit&)>& visit) {
  TupleWalk walk(symmetry, walk_options(options, symmetry.num_nodes));
  const Permutation node_at = inverse(symmetry.position);
  const auto give = [&](const TupleVisit& tuple, bool discrete) {
    TupleOrbit orbit{{}, tuple.weight, discrete};
    for (const std::int32_t position : tuple.nodes) orbit.nodes.push_back(node_at[position]);
    visit(orbit);
  };
  const auto is_discrete = [&](const EquitablePartition& colouring) {
    return options.stop_at_discrete && colouring.num_cells() == symmetry.num_nodes;
  };
  if (is_discrete(walk.unmarked())) {
    give({{}, 1, nullptr}, true);
    return;
  }
  walk.run([&](const TupleVisit& tuple) {
    const bool discrete = tuple.colouring != nullptr && is_discrete(*tuple.colouring);
    if (discrete || std::ssize(tuple.nodes) == options.size) give(tuple, discrete);
    return discrete ? Descend::No : Descend::Yes;
  });
}

std::vector<TupleOrbit> tuple_orbits(const Symmetry& symmetry, const TupleOptions& options) {
  return translate_exceptions("tuple_orbits", [&] {
    std::vector<TupleOrbit> orbits;
    visit_tuple_orbits(symmetry, options,
                       [&](const TupleOrbit& orbit) { orbits.push_back(orbit); });
    return orbits;
  });
}

}  // namespace isotypic
