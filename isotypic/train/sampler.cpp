#include "isotypic/train/sampler.hpp"

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

}  // namespace isotypic::train
