// ParseOptions: what every parser of graph text lets its caller choose.
#pragma once

#include <cstdint>
#include <string_view>

namespace isotypic {

struct ParseOptions {
  /// Leave out self-loops, repeated edges and edges with bad ends, and count them; otherwise they
  /// are errors.
  bool simplify = false;

  /// How many nodes a sparse text (sparse6, DIMACS, edge list) may declare when it has fewer bytes
  /// than nodes. A large connected graph has more bytes than nodes, so this only bounds isolated
  /// nodes: without it a line of ten bytes could make us allocate gigabytes.
  std::int64_t max_unbacked_nodes = std::int64_t{1} << 20;
};

/// The largest number of nodes a Graph can have; node ids are 32-bit.
inline constexpr std::int64_t max_nodes = (std::int64_t{1} << 31) - 2;

/// Fails unless a text of `num_bytes` bytes may declare `num_nodes` nodes under `options`.
/// To be called before anything is allocated per node.
void check_declared_nodes(const char* where, std::int64_t num_nodes, std::int64_t num_bytes,
                          const ParseOptions& options);

}  // namespace isotypic
