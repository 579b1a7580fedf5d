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

/// One of `folds` rounds of cross-validation: the samples are dealt at random into as many folds,
/// each with its share of every class (`classes` has one entry per sample). Fold `fold` is the
/// test, the next one validation, the others are for training. Throws Error unless 0 <= fold <
/// folds and 3 <= folds <= number of samples.
[[nodiscard]] Split fold_split(std::span<const std::int64_t> classes, std::int64_t folds,
                               std::int64_t fold, std::uint64_t seed);

}  // namespace isotypic::train
