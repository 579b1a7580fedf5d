#include "isotypic/train/sampler.hpp"

#include <numeric>
#include <utility>

#include "isotypic/random.hpp"

namespace isotypic::train {

std::vector<std::int64_t> shuffled(std::span<const std::int64_t> ids, std::uint64_t seed,
                                   std::int64_t epoch) {
  std::vector<std::int64_t> order(ids.begin(), ids.end());
  Random random(random_bits(seed, 0x5A, static_cast<std::uint64_t>(epoch)));
  for (std::int64_t i = std::ssize(order) - 1; i > 0; --i) {
    std::swap(order[i], order[random.below(i + 1)]);
  }
  return order;
}

Split random_split(std::int64_t count, std::uint64_t seed) {
  std::vector<std::int64_t> ids(static_cast<std::size_t>(count));
  std::iota(ids.begin(), ids.end(), 0);
  ids = shuffled(ids, seed, 0);
  const auto at = [&](std::int64_t tenths) { return ids.begin() + count * tenths / 10; };
  return {.train = {ids.begin(), at(8)}, .valid = {at(8), at(9)}, .test = {at(9), ids.end()}};
}

}  // namespace isotypic::train
