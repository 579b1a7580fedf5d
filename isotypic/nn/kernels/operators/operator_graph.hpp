// The pairs of one graph in both directions, as the loops of the learned operators read them.
// Internal.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isotypic/nn/kernels/operators/operator_loops.hpp"
#include "isotypic/nn/packed_pairs.hpp"

namespace isotypic::nn {

/// Ordered pairs of a graph that are described.
[[nodiscard]] inline std::int64_t ordered_pairs(const PackedPairs& pairs) {
  return 2 * pairs.count - pairs.n;
}

/// Memory for them.
struct PairRoom {
  std::int32_t* types;     ///< [ordered pairs]
  std::int64_t* rows;      ///< [n + 1]; unused if all pairs are described
  std::int32_t* partners;  ///< [ordered pairs]; likewise
};

inline void unpack_near(const PackedPairs& pairs, const PairRoom& room) {
  std::fill_n(room.rows, pairs.n + 1, 0);
  over_pairs(pairs, [&](std::int64_t u, std::int64_t v, std::int32_t /*type*/) {
    ++room.rows[u + 1];
    if (v < u) ++room.rows[v + 1];
  });
  for (std::int64_t u = 0; u < pairs.n; ++u) room.rows[u + 1] += room.rows[u];
  // rows[u] runs along row u, and stops where row u + 1 begins.
  over_pairs(pairs, [&](std::int64_t u, std::int64_t v, std::int32_t type) {
    room.partners[room.rows[u]] = static_cast<std::int32_t>(v);
    room.types[room.rows[u]++] = type;
    if (v == u) return;
    room.partners[room.rows[v]] = static_cast<std::int32_t>(u);
    room.types[room.rows[v]++] = type;
  });
  std::copy_backward(room.rows, room.rows + pairs.n, room.rows + pairs.n + 1);
  room.rows[0] = 0;
}

/// Writes both directions of all pairs into the room.
[[nodiscard]] inline OperatorGraph unpack_pairs(const PackedPairs& pairs, std::int64_t heads,
                                                std::int64_t width, const PairRoom& room) {
  const std::int64_t n = pairs.n;
  if (pairs.partners != nullptr) {
    unpack_near(pairs, room);
    return {n, room.types, heads, width, room.rows, room.partners};
  }
  over_pairs(pairs, [&](std::int64_t u, std::int64_t v, std::int32_t type) {
    room.types[u * n + v] = room.types[v * n + u] = type;
  });
  return {n, room.types, heads, width, nullptr, nullptr};
}

}  // namespace isotypic::nn
