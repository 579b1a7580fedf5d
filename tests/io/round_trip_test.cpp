// Every format gives back what was written, whatever the graph.
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/io/dimacs.hpp"
#include "isotypic/io/edge_list.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/reader.hpp"
#include "isotypic/io/sparse6.hpp"
#include "isotypic/io/writer.hpp"

namespace isotypic::round_trip_test {
namespace {

struct Paint {
  bool nodes = false;
  bool edges = false;
};

/// A graph of 0..130 nodes (across the borders of the size field and of machine words) and any
/// density, with colours where asked for.
Graph any_graph(Paint paint = {}) {
  const auto n = *rc::gen::inRange<std::int32_t>(0, 131);
  const auto percent = *rc::gen::inRange<std::int64_t>(0, 101);
  Random random(*rc::gen::arbitrary<std::uint64_t>());
  std::vector<Edge> edges;
  for (std::int32_t u = 0; u < n; ++u) {
    for (std::int32_t v = u + 1; v < n; ++v) {
      if (random.below(100) < percent) edges.push_back({u, v});
    }
  }
  Colours colours;
  const auto colour = [&] { return static_cast<std::int32_t>(random.bits()); };
  if (paint.nodes) colours.nodes.resize(n);
  if (paint.edges) colours.edges.resize(edges.size());
  for (auto& value : colours.nodes) value = colour();
  for (auto& value : colours.edges) value = colour();
  return make_graph(n, edges, colours);
}

RC_GTEST_PROP(RoundTrip, Graph6GivesBackTheGraph, ()) {
  const Graph graph = any_graph();
  RC_ASSERT(parse_graph6(format_graph6(graph)) == graph);
}

RC_GTEST_PROP(RoundTrip, Graph6GivesBackTheLine, ()) {
  const std::string line = format_graph6(any_graph());
  RC_ASSERT(format_graph6(parse_graph6(line)) == line);
  RC_ASSERT(declared_graph6_length(line) == static_cast<std::int64_t>(line.size()));
}

RC_GTEST_PROP(RoundTrip, Sparse6GivesBackTheGraph, ()) {
  const Graph graph = any_graph();
  RC_ASSERT(parse_sparse6(format_sparse6(graph)).graph == graph);
}

RC_GTEST_PROP(RoundTrip, DimacsGivesBackTheGraphAndItsNodeColours, ()) {
  const Graph graph = any_graph({.nodes = *rc::gen::arbitrary<bool>()});
  RC_ASSERT(parse_dimacs(format_dimacs(graph)).graph == graph);
}

RC_GTEST_PROP(RoundTrip, EdgeListGivesBackTheGraphAndItsEdgeColours, ()) {
  const Graph graph = any_graph({.edges = *rc::gen::arbitrary<bool>()});
  RC_ASSERT(parse_edge_list(format_edge_list(graph)).graph == graph);
}

RC_GTEST_PROP(RoundTrip, TheReaderDetectsEveryFormat, ()) {
  const Graph graph = any_graph();
  for (const GraphFormat format :
       {GraphFormat::Graph6, GraphFormat::Sparse6, GraphFormat::Dimacs, GraphFormat::EdgeList}) {
    GraphReader reader = GraphReader::from_memory(format_graph(graph, format), "memory");
    const auto item = reader.next();
    RC_ASSERT(item && item->graph == graph && item->line == 1);
    RC_ASSERT(!reader.next());
  }
}

RC_GTEST_PROP(RoundTrip, ADamagedGraph6LineIsRefusedOrIsAnotherGraph, ()) {
  const Graph graph = any_graph();
  std::string line = format_graph6(graph);
  const auto at = *rc::gen::inRange<std::size_t>(0, line.size());
  line[at] = static_cast<char>(line[at] ^ *rc::gen::inRange(1, 256));
  try {
    RC_ASSERT(!(parse_graph6(line) == graph));
  } catch (const Error& error) {
    RC_ASSERT(error.kind() == ErrorKind::BadInput);
  }
}

}  // namespace
}  // namespace isotypic::round_trip_test
