// aggregate: sums over neighbours for the fused stack.
//
// Matrices are row-major, `width` wide, and begin with the first row of a chunk of whole graphs.
// Defined for float and double.
#pragma once

#include <cstdint>

namespace isotypic::nn {

/// The adjacency rows of one chunk of whole graphs.
struct ChunkGraph {
  std::int64_t first = 0;  ///< number of the chunk's first node in the batch
  std::int64_t rows = 0;
  const std::int64_t* row_offsets = nullptr;  ///< of the chunk's first node onwards
  const std::int32_t* neighbours = nullptr;   ///< of the whole batch
  const std::int32_t* edge_ids = nullptr;     ///< of the whole batch
};

/// out_v = own * h_v + sum of h_u over the neighbours u of v. Its own transpose.
template <typename T>
void aggregate(const ChunkGraph& graph, const T* h, T own, std::int64_t width, T* out);

/// out_v = own * h_v + sum of relu(h_u + e_uv).
template <typename T>
void aggregate_with_edges(const ChunkGraph& graph, const T* h, const T* edges, T own,
                          std::int64_t width, T* out);

/// The transpose: dh_v = own * da_v + sum of da_u where h_v + e_uv > 0; the same terms are added
/// to the gradient of the edge.
template <typename T>
void aggregate_with_edges_backward(const ChunkGraph& graph, const T* h, const T* edges, const T* da,
                                   T own, std::int64_t width, T* dh, T* d_edges);

}  // namespace isotypic::nn
