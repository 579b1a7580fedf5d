#include "isotypic/group/internal/transposition_layer.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "isotypic/group/internal/congruence.hpp"

namespace isotypic {
namespace {

TranspositionLayer layer_of(std::int64_t num_points, const UnionFind& classes) {
  TranspositionLayer layer;
  layer.class_of = numbered_classes(classes, num_points);
  layer.place.resize(num_points);
  layer.members.resize(num_points);
  std::vector<std::int32_t> sizes(classes.num_classes(), 0);
  for (std::int64_t v = 0; v < num_points; ++v) layer.place[v] = sizes[layer.class_of[v]]++;
  layer.begin.assign(sizes.size() + 1, 0);
  std::partial_sum(sizes.begin(), sizes.end(), layer.begin.begin() + 1);
  for (std::int64_t v = 0; v < num_points; ++v) {
    layer.members[layer.begin[layer.class_of[v]] + layer.place[v]] = static_cast<std::int32_t>(v);
  }
  return layer;
}

}  // namespace

std::optional<TranspositionLayer> find_transposition_layer(
    std::int64_t num_points, std::span<const SparsePermutation> generators) {
  std::vector<Move> pairs;
  for (const SparsePermutation& g : generators) {
    if (g.points.size() == 2) pairs.emplace_back(g.points[0], g.points[1]);
  }
  if (pairs.empty()) return std::nullopt;
  // Conjugates of swaps are swaps too.
  return layer_of(num_points, CongruenceFinder(num_points, generators).join(pairs));
}

std::vector<SparsePermutation> permute_classes(const TranspositionLayer& layer,
                                               std::span<const SparsePermutation> generators) {
  std::vector<SparsePermutation> result;
  for (const SparsePermutation& g : generators) {
    std::vector<Move> moves;
    for (std::size_t i = 0; i < g.points.size(); ++i) {
      const std::int32_t from = layer.class_of[g.points[i]];
      const std::int32_t to = layer.class_of[g.images[i]];
      if (from != to && layer.place[g.points[i]] == 0) moves.emplace_back(from, to);
    }
    if (!moves.empty()) result.push_back(from_moves(std::move(moves)));
  }
  return result;
}

Permutation TranspositionLayer::lift(std::span<const std::int32_t> classes,
                                     std::span<const std::int64_t> digits) const {
  Permutation p(class_of.size());
  std::vector<std::int32_t> order;
  std::size_t next = 0;
  for (std::int64_t c = 0; c < num_classes(); ++c) {
    // Fisher-Yates: the digits say which of the members that are left comes next.
    order.resize(size(c));
    std::iota(order.begin(), order.end(), 0);
    for (std::int32_t i = 0; i < size(c); ++i) {
      if (i + 1 < size(c)) std::swap(order[i], order[i + digits[next++]]);
      p[members[begin[c] + i]] = members[begin[classes[c]] + order[i]];
    }
  }
  return p;
}

std::optional<Permutation> TranspositionLayer::project(std::span<const std::int32_t> p,
                                                       std::span<std::int64_t> digits) const {
  Permutation classes(num_classes());
  std::vector<std::int32_t> order;
  std::vector<std::int32_t> position;
  std::size_t next = 0;
  for (std::int64_t c = 0; c < num_classes(); ++c) {
    const std::int32_t target = class_of[p[members[begin[c]]]];
    if (size(target) != size(c)) return std::nullopt;
    classes[c] = target;
    order.resize(size(c));
    position.resize(size(c));
    std::iota(order.begin(), order.end(), 0);
    std::iota(position.begin(), position.end(), 0);
    for (std::int32_t i = 0; i < size(c); ++i) {
      const std::int32_t image = p[members[begin[c] + i]];
      if (class_of[image] != target) return std::nullopt;
      const std::int32_t j = position[place[image]];
      if (i + 1 < size(c)) digits[next++] = j - i;
      std::swap(order[i], order[j]);
      std::swap(position[order[i]], position[order[j]]);
    }
  }
  return classes;
}

}  // namespace isotypic
