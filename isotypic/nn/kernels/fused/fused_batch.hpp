// FusedBatch: where the graphs of a batch lie, and the chunks in which the fused stack reads them.
#pragma once

#include <cstdint>
#include <vector>

namespace isotypic::nn {

/// Rows of whole graphs that are processed together.
struct Chunk {
  std::int64_t first = 0;
  std::int64_t rows = 0;
  std::int64_t first_graph = 0;
  std::int64_t graphs = 0;
};

/// Cuts a batch between graphs into chunks of 48 to 96 rows; a larger graph is its own chunk.
[[nodiscard]] std::vector<Chunk> make_chunks(const std::int64_t* node_offsets,
                                             std::int64_t num_graphs);

/// Where the data of a batch lies.
struct FusedBatch {
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  std::int64_t num_graphs = 0;
  const std::int64_t* node_offsets = nullptr;
  const std::int64_t* row_offsets = nullptr;
  const std::int32_t* neighbours = nullptr;
  const std::int32_t* edge_ids = nullptr;
  std::vector<Chunk> chunks;
  std::int64_t max_rows = 0;  ///< of a chunk
};

/// The nodes of every graph of a chunk are added to the graph's row. `rows` begins with the chunk.
/// Defined for float and double.
template <typename T>
void add_to_graphs(const FusedBatch& batch, const Chunk& chunk, const T* rows, std::int64_t width,
                   T* graphs);

/// Its transpose: the graph's row is added to those of its nodes.
template <typename T>
void add_to_nodes(const FusedBatch& batch, const Chunk& chunk, const T* graphs, std::int64_t width,
                  T* rows);

/// The mean over the nodes of its graph is subtracted from every row: a projection that is its own
/// transpose. `mean` is scratch of one row.
template <typename T>
void centre_graphs(const FusedBatch& batch, const Chunk& chunk, std::int64_t width, T* rows,
                   T* mean);

}  // namespace isotypic::nn
