// StabiliserChain: the tables of Schreier and Sims. Private to group/.
//
// Fix base points b_1, b_2, ... one after the other. The orbit of b_i under the group that fixes
// b_1..b_{i-1} is level i. Each element of the group is, in one way only, a product of one chosen
// element per level that takes b_i to a point of its orbit. A level keeps a tree that leads from
// b_i to these points along generators.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/graph/permutation.hpp"
#include "isotypic/group/internal/moving_permutation.hpp"

namespace isotypic {

struct ChainLevel {
  std::int32_t base = 0;
  std::vector<std::int32_t> orbit;  ///< ascending
  /// The last step to each point of the orbit: 1 + s for step s of the chain, -1 - s for its
  /// inverse, 0 at the base point.
  std::vector<std::int32_t> labels;

  /// Where a point stands in the orbit; nothing if it is not in it.
  [[nodiscard]] std::optional<std::int64_t> place_of(std::int32_t point) const;
};

/// A generator and its inverse.
struct ChainStep {
  SparsePermutation forth;
  SparsePermutation back;
};

struct StabiliserChain {
  std::int64_t num_points = 0;
  std::vector<ChainLevel> levels;  ///< orbits of at least two points
  std::vector<ChainStep> steps;

  /// The step that a label of a level names, and its inverse.
  struct Labelled {
    const SparsePermutation& forth;
    const SparsePermutation& back;
  };
  [[nodiscard]] Labelled step(std::int32_t label) const {
    if (label > 0) return {steps[label - 1].forth, steps[label - 1].back};
    return {steps[-label - 1].back, steps[-label - 1].forth};
  }

  /// Multiplies `p` by steps until it fixes the base point of the level. False if `p` takes the
  /// base point out of the orbit.
  [[nodiscard]] bool fix_base(const ChainLevel& level, MovingPermutation& p) const;

  /// One digit per level, below the size of its orbit.
  [[nodiscard]] Permutation element(std::span<const std::int64_t> digits) const;
  /// Whether `p` is in the group; fills one digit per level.
  [[nodiscard]] bool sift(std::span<const std::int32_t> p, std::span<std::int64_t> digits) const;
};

/// Multiplies `p` by the steps that lead from the base point to `point`; `label_of(v)` is the label
/// of the last step to v.
template <typename LabelOf>
void follow_path(const StabiliserChain& chain, std::int32_t base, std::int32_t point,
                 LabelOf label_of, MovingPermutation& p) {
  std::vector<const SparsePermutation*> path;
  while (point != base) {
    const auto [forth, back] = chain.step(label_of(point));
    path.push_back(&forth);
    point = image_of(back, point);
  }
  for (std::size_t k = path.size(); k-- > 0;) p.then(*path[k]);
}

/// The chain of the group that the generators generate, whose order is the given decimal number.
/// Errors: see PermutationGroup.
[[nodiscard]] StabiliserChain build_chain(std::int64_t num_points,
                                          std::span<const SparsePermutation> generators,
                                          const std::string& order);

}  // namespace isotypic
