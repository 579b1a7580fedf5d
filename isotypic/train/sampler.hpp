// Sampler: random splits, and the order of the graphs in an epoch; pure functions of their seeds.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic::train {

/// `ids` in the random order of this epoch.
[[nodiscard]] std::vector<std::int64_t> shuffled(std::span<const std::int64_t> ids,
                                                 std::uint64_t seed, std::int64_t epoch);

/// 80 % of `count` samples for training, 10 % for validation and the rest for the test, at random.
[[nodiscard]] Split random_split(std::int64_t count, std::uint64_t seed);

}  // namespace isotypic::train
