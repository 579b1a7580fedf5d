#include "isotypic/group/internal/stabiliser_chain.hpp"

#include <algorithm>

namespace isotypic {
namespace {

/// Digit 0 stands for the base point, so that all zeros are the identity.
std::int64_t swap_with_base(const ChainLevel& level, std::int64_t place) {
  const std::int64_t base_place = *level.place_of(level.base);
  if (place == base_place) return 0;
  return place == 0 ? base_place : place;
}

}  // namespace

std::optional<std::int64_t> ChainLevel::place_of(std::int32_t point) const {
  const auto found = std::lower_bound(orbit.begin(), orbit.end(), point);
  if (found == orbit.end() || *found != point) return std::nullopt;
  return found - orbit.begin();
}

bool StabiliserChain::fix_base(const ChainLevel& level, MovingPermutation& p) const {
  while (p[level.base] != level.base) {
    const auto place = level.place_of(p[level.base]);
    if (!place) return false;
    p.then(step(level.labels[*place]).back);
  }
  return true;
}

Permutation StabiliserChain::element(std::span<const std::int64_t> digits) const {
  MovingPermutation p(num_points);
  for (std::size_t i = levels.size(); i-- > 0;) {
    if (digits[i] == 0) continue;
    const ChainLevel& level = levels[i];
    const auto label_of = [&](std::int32_t v) { return level.labels[*level.place_of(v)]; };
    follow_path(*this, level.base, level.orbit[swap_with_base(level, digits[i])], label_of, p);
  }
  return p.images();
}

bool StabiliserChain::sift(std::span<const std::int32_t> p, std::span<std::int64_t> digits) const {
  MovingPermutation rest(p);
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const auto place = levels[i].place_of(rest[levels[i].base]);
    if (!place || !fix_base(levels[i], rest)) return false;
    digits[i] = swap_with_base(levels[i], *place);
  }
  return std::is_sorted(rest.images().begin(), rest.images().end());
}

}  // namespace isotypic
