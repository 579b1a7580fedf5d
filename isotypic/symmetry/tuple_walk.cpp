#include "isotypic/symmetry/tuple_walk.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/symmetry/internal/group_order.hpp"

namespace isotypic {
namespace {

std::int64_t saturated_product(std::int64_t a, std::int64_t b) {
  constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
  return b > largest / a ? largest : a * b;
}

std::int64_t image(const SparsePermutation& g, std::int32_t node) {
  const auto at = std::lower_bound(g.points.begin(), g.points.end(), node);
  return at != g.points.end() && *at == node ? g.images[at - g.points.begin()] : node;
}

}  // namespace

TupleWalk::TupleWalk(const Symmetry& symmetry, WalkOptions options)
    : graph_(symmetry.canonical), options_(std::move(options)) {
  whole_.order = small_order(symmetry.order);
  for (const SparsePermutation& g : symmetry.generators) {
    whole_.generators.push_back(conjugate(g, symmetry.position));
  }
  whole_.orbit_of.resize(symmetry.num_nodes);
  for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
    whole_.orbit_of[symmetry.position[v]] = symmetry.orbit_of[v];
  }
  colourings_.emplace_back(graph_, graph_.node_colours());
}

void TupleWalk::run(const std::function<Descend(const TupleVisit&)>& visit) {
  visit_ = visit;
  num_representatives_ = 0;
  extend(whole_);
}

/// Visits all tuples that continue the marked one; `group` is the stabiliser of the marks.
void TupleWalk::extend(const Group& group) {
  const std::size_t length = marks_.size() + 1;
  const bool last = std::ssize(marks_) + 1 == options_.depth;
  const bool colour = !last || options_.colour_leaves;
  if (colour && colourings_.size() == length) colourings_.push_back(colourings_.back());
  weights_.resize(std::max(weights_.size(), length + 1));
  for (const Orbit& orbit : open_orbits(group)) {
    check_limits();
    weights_[length] = saturated_product(weights_[length - 1], orbit.size);
    marks_.push_back(orbit.node);
    if (colour) {
      colourings_[length] = colourings_[length - 1];
      colourings_[length].individualise(orbit.node);
    }
    const TupleVisit tuple{marks_, weights_[length], colour ? &colourings_[length] : nullptr};
    if (visit_(tuple) == Descend::Yes && !last) {
      extend(stabiliser(group, orbit));
    } else {
      count_representative();
    }
    marks_.pop_back();
  }
}

/// The orbits of the nodes that may be marked next, by their first node.
std::vector<TupleWalk::Orbit> TupleWalk::open_orbits(const Group& group) const {
  const EquitablePartition& colouring = colourings_[marks_.size()];
  const auto n = static_cast<std::int32_t>(graph_.num_nodes());
  std::vector<Orbit> orbits;
  std::vector<std::int32_t> place(group.orbit_of.empty() ? 0 : n, -1);
  for (std::int32_t v = 0; v < n; ++v) {
    if (std::find(marks_.begin(), marks_.end(), v) != marks_.end()) continue;
    if (options_.skip_fixed && colouring.cell_size(colouring.cell_of(v)) == 1) continue;
    if (group.orbit_of.empty()) {
      orbits.push_back({v, 1});
      continue;
    }
    std::int32_t& known = place[group.orbit_of[v]];
    if (known < 0) {
      known = static_cast<std::int32_t>(orbits.size());
      orbits.push_back({v, 0});
    }
    ++orbits[known].size;
  }
  return orbits;
}

/// The subgroup of `group` that also fixes the node marked last, whose orbit is given.
TupleWalk::Group TupleWalk::stabiliser(const Group& group, const Orbit& orbit) const {
  Group fixing;
  fixing.order = group.order ? std::optional(*group.order / orbit.size) : std::nullopt;
  if (group.orbit_of.empty() || fixing.order == 1) return fixing;
  if (colourings_[marks_.size()].num_cells() == graph_.num_nodes()) return fixing;
  if (std::ssize(marks_) + 1 == options_.depth) {
    if (std::optional<Group> found = cells_as_orbits(group, orbit.node)) return *std::move(found);
  }
  return search_stabiliser();
}

/// Every cell of the colouring is a union of orbits. When the generators that fix `node` already
/// join the nodes of every cell, the cells are the orbits. The generators need not generate the
/// whole stabiliser, so this serves the last step only.
std::optional<TupleWalk::Group> TupleWalk::cells_as_orbits(const Group& group,
                                                           std::int32_t node) const {
  const EquitablePartition& colouring = colourings_[marks_.size()];
  Group fixing;
  fixing.orbit_of.resize(graph_.num_nodes());
  std::iota(fixing.orbit_of.begin(), fixing.orbit_of.end(), 0);
  auto& parent = fixing.orbit_of;
  const auto root = [&](std::int32_t v) {
    while (parent[v] != v) v = parent[v] = parent[parent[v]];
    return v;
  };
  std::int64_t classes = graph_.num_nodes();
  for (const SparsePermutation& g : group.generators) {
    if (image(g, node) != node) continue;
    for (std::size_t i = 0; i < g.points.size(); ++i) {
      const std::int32_t a = root(g.points[i]);
      const std::int32_t b = root(g.images[i]);
      if (a == b) continue;
      parent[a] = b;
      --classes;
    }
  }
  if (classes != colouring.num_cells()) return std::nullopt;
  for (std::int32_t v = 0; v < graph_.num_nodes(); ++v) parent[v] = colouring.cell_of(v);
  return fixing;
}

TupleWalk::Group TupleWalk::search_stabiliser() const {
  const EquitablePartition& colouring = colourings_[marks_.size()];
  std::vector<std::int32_t> colours(graph_.num_nodes());
  for (std::int32_t v = 0; v < graph_.num_nodes(); ++v) colours[v] = colouring.cell_of(v);
  SymmetryOptions options{.node_colours = true, .edge_colours = graph_.has_edge_colours()};
  options.stop = options_.limits.stop;
  if (options_.limits.deadline) {
    options.time_limit =
        std::max(std::chrono::milliseconds(1),
                 std::chrono::duration_cast<std::chrono::milliseconds>(
                     *options_.limits.deadline - std::chrono::steady_clock::now()));
  }
  Symmetry found = compute_symmetry(with_node_colours(graph_, std::move(colours)), options);
  Group fixing;
  fixing.order = small_order(found.order);
  if (fixing.order == 1) return fixing;
  fixing.generators = std::move(found.generators);
  fixing.orbit_of = std::move(found.orbit_of);
  return fixing;
}

void TupleWalk::count_representative() {
  ++num_representatives_;
  const std::int64_t limit = options_.limits.max_representatives;
  if (limit > 0 && num_representatives_ > limit) {
    fail_as(ErrorKind::Cancelled, options_.limits.where, "there are more than ", limit,
            " representatives of tuples of up to ", options_.depth, " nodes");
  }
}

void TupleWalk::check_limits() const {
  if (options_.limits.stop.stop_requested()) {
    fail_as(ErrorKind::Cancelled, options_.limits.where, "stopped on request after ",
            num_representatives_, " representatives");
  }
  if (options_.limits.deadline && std::chrono::steady_clock::now() >= *options_.limits.deadline) {
    fail_as(ErrorKind::Cancelled, options_.limits.where, "the time limit has passed after ",
            num_representatives_, " representatives");
  }
}

}  // namespace isotypic
