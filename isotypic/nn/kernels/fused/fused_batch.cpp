#include "isotypic/nn/kernels/fused/fused_batch.hpp"

#include "isotypic/nn/kernels/chunk_products.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

constexpr std::int64_t min_chunk_rows = 48;

}  // namespace

std::vector<Chunk> make_chunks(const std::int64_t* node_offsets, std::int64_t num_graphs) {
  std::vector<Chunk> chunks;
  for (std::int64_t g = 0; g < num_graphs; ++g) {
    const std::int64_t rows = node_offsets[g + 1] - node_offsets[g];
    const bool joins = !chunks.empty() && chunks.back().rows < min_chunk_rows &&
                       chunks.back().rows + rows <= max_chunk_rows;
    if (joins) {
      chunks.back().rows += rows;
      ++chunks.back().graphs;
    } else {
      chunks.push_back({node_offsets[g], rows, g, 1});
    }
  }
  return chunks;
}

template <typename T>
void add_to_graphs(const FusedBatch& batch, const Chunk& chunk, const T* rows, std::int64_t width,
                   T* graphs) {
  for (std::int64_t g = chunk.first_graph; g < chunk.first_graph + chunk.graphs; ++g) {
    for (std::int64_t v = batch.node_offsets[g]; v < batch.node_offsets[g + 1]; ++v) {
      add_scaled(graphs + g * width, rows + (v - chunk.first) * width, T(1), width);
    }
  }
}

template <typename T>
void add_to_nodes(const FusedBatch& batch, const Chunk& chunk, const T* graphs, std::int64_t width,
                  T* rows) {
  for (std::int64_t g = chunk.first_graph; g < chunk.first_graph + chunk.graphs; ++g) {
    for (std::int64_t v = batch.node_offsets[g]; v < batch.node_offsets[g + 1]; ++v) {
      add_scaled(rows + (v - chunk.first) * width, graphs + g * width, T(1), width);
    }
  }
}

template <typename T>
void centre_graphs(const FusedBatch& batch, const Chunk& chunk, std::int64_t width, T* rows,
                   T* mean) {
  for (std::int64_t g = chunk.first_graph; g < chunk.first_graph + chunk.graphs; ++g) {
    const std::int64_t first = batch.node_offsets[g] - chunk.first;
    subtract_mean(rows + first * width, batch.node_offsets[g + 1] - batch.node_offsets[g], width,
                  mean);
  }
}

#define ISOTYPIC_INSTANTIATE(T)                                                             \
  template void add_to_graphs(const FusedBatch&, const Chunk&, const T*, std::int64_t, T*); \
  template void add_to_nodes(const FusedBatch&, const Chunk&, const T*, std::int64_t, T*);  \
  template void centre_graphs(const FusedBatch&, const Chunk&, std::int64_t, T*, T*);

ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
