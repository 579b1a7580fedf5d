// Lanes: how sums over the rows of a batch are cut, so that several threads can share them.
//
// The last digits of a sum depend on the order of its terms. So the rows alone say where it is cut,
// never the number of threads: every lane sums its rows in order, and then the lanes are added in
// order. Internal.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "isotypic/base/team.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {

/// Items 0 to items - 1, cut into lanes of neighbours.
struct Lanes {
  std::int64_t items = 0;
  std::int64_t count = 1;

  [[nodiscard]] std::int64_t begin(std::int64_t lane) const { return items * lane / count; }
  [[nodiscard]] std::int64_t end(std::int64_t lane) const { return begin(lane + 1); }
};

/// 1, 2, 4 or 8 lanes for `items` items with `rows` rows together. A lane has 160 rows at least,
/// since clearing and adding its sums costs as much as a few rows.
[[nodiscard]] inline Lanes make_lanes(std::int64_t items, std::int64_t rows) {
  const auto wanted = static_cast<std::uint64_t>(std::min(rows / 160, items));
  return {items, std::clamp<std::int64_t>(static_cast<std::int64_t>(std::bit_floor(wanted)), 1, 8)};
}

/// total += lanes[0], then lanes[1], ...: `count` arrays of `size` numbers that begin every
/// `stride`. T is float or double.
template <typename T>
void add_lanes(T* total, std::int64_t size, const T* lanes, std::int64_t count,
               std::int64_t stride) {
  constexpr std::int64_t slice = 4096;
  share_loop((size + slice - 1) / slice, [&](std::int64_t i) {
    const std::int64_t first = i * slice;
    for (std::int64_t lane = 0; lane < count; ++lane) {
      add_scaled(total + first, lanes + lane * stride + first, T(1), std::min(slice, size - first));
    }
  });
}

/// Sums that every lane adds to on its own. The first lane adds to the total itself.
template <typename T>
class LaneSums {
 public:
  LaneSums(T* total, std::int64_t size, const Lanes& lanes)
      : total_(total),
        size_(size),
        others_(lanes.count - 1),
        memory_(static_cast<std::size_t>(others_ * size), T(0)) {}

  [[nodiscard]] T* of(std::int64_t lane) {
    return lane == 0 ? total_ : memory_.data() + (lane - 1) * size_;
  }
  void add_up() { add_lanes(total_, size_, memory_.data(), others_, size_); }

 private:
  T* total_;
  std::int64_t size_;
  std::int64_t others_;
  std::vector<T> memory_;
};

}  // namespace isotypic::nn
