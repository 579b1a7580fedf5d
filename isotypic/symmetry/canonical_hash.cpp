#include "isotypic/symmetry/canonical_hash.hpp"

#include <array>
#include <bit>

#include "isotypic/graph/bit_rows.hpp"
#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {
namespace {

/// The graph whose adjacency matrix these rows are, in words as hash_graph reads them.
Hash128 hash_rows(std::span<const std::uint64_t> rows) {
  constexpr std::size_t most = (max_row_nodes + 1) * (max_row_nodes + 1);
  std::array<std::int64_t, most> words;
  std::int64_t* offset = words.data();
  std::int64_t* const first = offset + rows.size() + 2;
  std::int64_t* next = first;
  *offset++ = 0;
  for (std::uint64_t row : rows) {
    while (row != 0) {
      const int v = std::countl_zero(row);
      *next++ = v;
      row ^= row_bit(v);
    }
    *offset++ = next - first;
  }
  *offset = next - first;
  *next++ = 0;  // no colours of nodes
  *next++ = 0;  // none of edges
  return hash_words({words.data(), next});
}

}  // namespace

Hash128 canonical_hash(const Graph& graph, const SymmetryOptions& options) {
  const bool colours = (options.node_colours && graph.has_node_colours()) ||
                       (options.edge_colours && graph.has_edge_colours());
  const std::int64_t n = graph.num_nodes();
  const SymmetryEngine engine = options.engine.value_or(choose_engine(n));
  if (colours || n == 0 || n > max_row_nodes || engine != SymmetryEngine::DenseNauty) {
    SymmetryOptions canonical = options;
    canonical.canonical_form = true;
    return compute_symmetry(graph, canonical).hash;
  }
  std::array<std::uint64_t, max_row_nodes> rows{};
  for (std::int64_t v = 0; v < n; ++v) {
    for (const std::int32_t w : graph.neighbours(v)) rows[v] |= row_bit(w);
  }
  std::array<std::uint64_t, max_row_nodes> canonical{};
  const auto size = static_cast<std::size_t>(n);
  canonical_rows(std::span(rows).first(size), std::span(canonical).first(size));
  return hash_rows(std::span(canonical).first(size));
}

}  // namespace isotypic
