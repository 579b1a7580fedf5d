#include "isotypic/symmetry/canonical_hash.hpp"

#include <array>
#include <bit>
#include <vector>

#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {
namespace {

/// The graph whose adjacency matrix these rows are, in words as hash_graph reads them.
Hash128 hash_rows(std::span<const std::uint64_t> rows) {
  thread_local std::vector<std::int64_t> words;
  words.clear();
  words.push_back(0);
  for (const std::uint64_t row : rows) words.push_back(words.back() + std::popcount(row));
  words.push_back(words.back());
  for (std::uint64_t row : rows) {
    while (row != 0) {
      const int v = std::countl_zero(row);
      words.push_back(v);
      row &= ~(top_bit >> v);
    }
  }
  words.insert(words.end(), {0, 0});  // no colours of nodes, none of edges
  return hash_words(words);
}

}  // namespace

Hash128 canonical_hash(const Graph& graph, const SymmetryOptions& options) {
  const bool colours = (options.node_colours && graph.has_node_colours()) ||
                       (options.edge_colours && graph.has_edge_colours());
  const std::int64_t n = graph.num_nodes();
  const SymmetryEngine engine = options.engine.value_or(choose_engine(n));
  if (colours || n == 0 || n > max_row_nodes || engine != SymmetryEngine::DenseNauty) {
    return compute_symmetry(graph, options).hash;
  }
  std::array<std::uint64_t, max_row_nodes> rows{};
  for (std::int64_t v = 0; v < n; ++v) {
    for (const std::int32_t w : graph.neighbours(v)) rows[v] |= top_bit >> w;
  }
  std::array<std::uint64_t, max_row_nodes> canonical{};
  const auto size = static_cast<std::size_t>(n);
  canonical_rows(std::span(rows).first(size), std::span(canonical).first(size));
  return hash_rows(std::span(canonical).first(size));
}

}  // namespace isotypic
