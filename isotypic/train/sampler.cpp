#include "isotypic/train/sampler.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"

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

Split fold_split(std::span<const std::int64_t> classes, std::int64_t folds, std::int64_t fold,
                 std::uint64_t seed) {
  if (folds < 3 || folds > std::ssize(classes)) {
    fail("fold_split", folds, " folds of ", classes.size(), " samples; at least 3 are needed, and ",
         "a sample for each");
  }
  if (fold < 0 || fold >= folds) fail("fold_split", "there is no fold ", fold, " of ", folds);
  std::vector<std::int64_t> ids(classes.size());
  std::iota(ids.begin(), ids.end(), 0);
  ids = shuffled(ids, seed, 0);
  std::ranges::stable_sort(ids, {}, [&](std::int64_t id) { return classes[id]; });
  Split split;
  for (std::int64_t i = 0; i < std::ssize(ids); ++i) {
    const std::int64_t own = i % folds;
    auto& part = own == fold ? split.test : own == (fold + 1) % folds ? split.valid : split.train;
    part.push_back(ids[i]);
  }
  return split;
}

}  // namespace isotypic::train
