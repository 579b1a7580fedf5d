// PackedPairs: which pairs of a graph are described, and how, as PairTensors hold them.
#pragma once

#include <cstdint>

#include "isotypic/nn/batch.hpp"

namespace isotypic::nn {

/// The unordered pairs v <= u of a graph, row by row.
struct PackedPairs {
  std::int64_t n = 0;
  const std::int32_t* types = nullptr;
  const std::int32_t* partners = nullptr;  ///< v of every pair; null: all pairs
  std::int64_t count = 0;
};

/// The tensors of a batch that say it.
struct PairIndex {
  const at::Tensor& node_offsets;
  const at::Tensor& pair_offsets;
  const at::Tensor& type_of;
  const at::Tensor& partner_offsets;
  const at::Tensor& partners;
};

[[nodiscard]] inline PairIndex pair_index(const Batch& batch) {
  const PairBatch& pairs = batch.pairs;
  return {batch.node_offsets, pairs.pair_offsets, pairs.type_of, pairs.partner_offsets,
          pairs.partners};
}

/// The pairs of graph g of a batch.
[[nodiscard]] inline PackedPairs packed_pairs(const PairIndex& index, std::int64_t g) {
  const auto* nodes = index.node_offsets.data_ptr<std::int64_t>() + g;
  const auto* pairs = index.pair_offsets.data_ptr<std::int64_t>() + g;
  const auto* near = index.partner_offsets.data_ptr<std::int64_t>() + g;
  return {nodes[1] - nodes[0], index.type_of.data_ptr<std::int32_t>() + pairs[0],
          near[1] == near[0] ? nullptr : index.partners.data_ptr<std::int32_t>() + near[0],
          pairs[1] - pairs[0]};
}

/// Calls body(u, v, type) for every pair v <= u, row by row.
template <typename Body>
void over_pairs(const PackedPairs& pairs, Body&& body) {
  std::int64_t place = 0;
  for (std::int64_t u = 0; u < pairs.n; ++u) {
    for (std::int64_t v = -1; v < u; ++place) {
      v = pairs.partners == nullptr ? v + 1 : pairs.partners[place];
      body(u, v, pairs.types[place]);
    }
  }
}

/// Calls body(type) for (u, u) of every node u.
template <typename Body>
void over_diagonal(const PackedPairs& pairs, Body&& body) {
  if (pairs.partners == nullptr) {
    for (std::int64_t u = 0; u < pairs.n; ++u) body(pairs.types[u * (u + 1) / 2 + u]);
    return;
  }
  over_pairs(pairs, [&](std::int64_t u, std::int64_t v, std::int32_t type) {
    if (u == v) body(type);
  });
}

}  // namespace isotypic::nn
