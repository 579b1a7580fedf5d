// Sampler: the order of the graphs in an epoch, a pure function of seed and epoch.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace isotypic::train {

/// `ids` in the random order of this epoch.
[[nodiscard]] std::vector<std::int64_t> shuffled(std::span<const std::int64_t> ids,
                                                 std::uint64_t seed, std::int64_t epoch);

}  // namespace isotypic::train
