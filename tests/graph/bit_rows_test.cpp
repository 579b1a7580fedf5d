#include "isotypic/graph/bit_rows.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "isotypic/graph/families.hpp"
#include "isotypic/io/graph6.hpp"

namespace isotypic::bit_rows_test {
namespace {

std::vector<std::uint64_t> rows_of(const Graph& graph) {
  std::vector<std::uint64_t> rows(graph.num_nodes());
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    for (const std::int32_t w : graph.neighbours(v)) rows[v] |= row_bit(w);
  }
  return rows;
}

TEST(BitRows, MakeTheGraphThatTheyCameFrom) {
  EXPECT_EQ(graph_from_rows({}), Graph());
  for (std::int64_t n = 0; n <= max_row_nodes; ++n) {
    for (const Graph& graph : {make_graph(n, {}), complete_graph(n), path_graph(n)}) {
      EXPECT_EQ(graph_from_rows(rows_of(graph)), graph) << n;
    }
  }
}

TEST(BitRows, AndListsOfEdgesReadTheSameLines) {
  // Up to 64 nodes a line is read by rows, beyond by a list of edges.
  for (std::int64_t n = 1; n <= 70; ++n) {
    const Graph graph = complete_graph(n);
    std::vector<Edge> edges = graph.edges();
    std::erase_if(edges, [](const Edge& edge) { return (7 * edge.u + 3 * edge.v) % 5 < 2; });
    const Graph some = make_graph(n, edges);
    EXPECT_EQ(parse_graph6(format_graph6(some)), some) << n;
  }
}

}  // namespace
}  // namespace isotypic::bit_rows_test
