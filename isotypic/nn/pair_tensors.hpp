// PairTensors: the described pairs of nodes of a whole dataset, for readouts with learned
// operators.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <stop_token>
#include <vector>

#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/data/dataset.hpp"

namespace isotypic::nn {

struct PairOptions {
  DescriptorOptions descriptors;  ///< their reach: of every graph, or by its size as chosen_reach()
  bool coloured = false;          ///< automorphisms keep the categories of nodes and edges
  std::int64_t threads = 0;       ///< 0: one per core
  std::stop_token stop;           ///< gives up with an Error of kind Cancelled
};

/// The types of pairs of all graphs, one graph behind the other (see OrbitalDescriptors). Graph g
/// owns the types type_offsets[g] to type_offsets[g + 1], and its unordered pairs are
/// pair_offsets[g] to pair_offsets[g + 1]. If only the pairs within a reach are described, it has
/// as many partners, partner_offsets[g] to partner_offsets[g + 1]; else none.
struct PairTensors {
  at::Tensor values;      ///< [types, columns], the powers first
  at::Tensor distances;   ///< int32 [types]
  at::Tensor categories;  ///< int32 [types, C]: of the edge, -1 without one; undefined without any
  at::Tensor counts;      ///< int32 [types]: ordered pairs of the type
  at::Tensor type_of;     ///< int32 [pairs], numbered within the graph
  at::Tensor partners;    ///< int32 [near pairs], row by row; the last of node u is u itself
  std::vector<std::int64_t> type_offsets;
  std::vector<std::int64_t> pair_offsets;
  std::vector<std::int64_t> partner_offsets;
  std::int64_t powers = 0;  ///< the first columns of `values`
  std::int64_t max_distance = 0;
};

/// Describes the pairs of every sample, on several threads. Edges of different categories have
/// different types. Throws Error naming the sample, as describe_orbitals() does.
[[nodiscard]] PairTensors describe_pairs(std::span<const Sample> samples, at::ScalarType dtype,
                                         const PairOptions& options = {});

}  // namespace isotypic::nn
