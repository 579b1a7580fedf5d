#include "python/bindings/edge_arrays.hpp"

#include <algorithm>
#include <array>

#include "isotypic/base/error.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic::python {
namespace {

using Int64Array = py::array_t<std::int64_t, py::array::forcecast>;

/// Pairs of nodes in the order given, each end within 0..num_nodes-1.
struct Pairs {
  std::int64_t num_nodes = 0;
  std::vector<Edge> edges;
};

/// Reads `count` pairs; end(i, 0) and end(i, 1) are the ends of pair i.
template <typename Ends>
Pairs collect_pairs(std::int64_t count, std::optional<std::int64_t> num_nodes, Ends end) {
  std::int64_t largest = -1;
  for (std::int64_t i = 0; i < count; ++i) {
    for (const int side : {0, 1}) {
      const std::int64_t v = end(i, side);
      if (v < 0) fail("graph", "edge ", i, " has the negative node index ", v);
      if (num_nodes && v >= *num_nodes) {
        fail("graph", "edge ", i, " has the node index ", v, ", but there are ", *num_nodes,
             " nodes");
      }
      largest = std::max(largest, v);
    }
  }
  Pairs pairs{num_nodes.value_or(largest + 1), {}};
  if (pairs.num_nodes < 0) fail("graph", "num_nodes must not be negative, not ", pairs.num_nodes);
  check_declared_nodes("graph", pairs.num_nodes, count * 16, {});
  pairs.edges.reserve(count);
  for (std::int64_t i = 0; i < count; ++i) {
    pairs.edges.push_back(
        {static_cast<std::int32_t>(end(i, 0)), static_cast<std::int32_t>(end(i, 1))});
  }
  return pairs;
}

Int64Array integers(const py::array& array, const char* what) {
  expect_integers(array, what);
  Int64Array wide = Int64Array::ensure(array);
  if (!wide) throw py::error_already_set();
  return wide;
}

Colours colours_of(const GraphArguments& arguments, std::int64_t num_nodes, std::int64_t pairs) {
  Colours colours;
  if (arguments.node_colours) colours.nodes = to_int32(*arguments.node_colours, "node_colours");
  if (arguments.edge_colours) colours.edges = to_int32(*arguments.edge_colours, "edge_colours");
  if (arguments.node_colours && std::ssize(colours.nodes) != num_nodes) {
    fail("graph", "there are ", colours.nodes.size(), " node colours for ", num_nodes, " nodes");
  }
  if (arguments.edge_colours && std::ssize(colours.edges) != pairs) {
    fail("graph", "there are ", colours.edges.size(), " edge colours for ", pairs, " edges");
  }
  return colours;
}

constexpr const char* simplify_remedy = "; simplify=True leaves loops and repeated edges out";

Graph build(const Pairs& pairs, const Colours& colours, bool simplify) {
  if (simplify) return simplify_graph(pairs.num_nodes, pairs.edges, colours).graph;
  try {
    return make_graph(pairs.num_nodes, pairs.edges, colours);
  } catch (const Error& error) {
    // Colours were checked before, so what is wrong is an edge or the number of nodes.
    const bool helps = simplify_graph(pairs.num_nodes, pairs.edges, colours).dropped.total() > 0;
    fail("graph", error.reason(), helps ? simplify_remedy : "");
  }
}

/// One direction of an edge in an edge_index, with its ends in ascending order.
struct Arc {
  Edge edge;
  std::int32_t colour = 0;
  bool reversed = false;

  friend auto operator<=>(const Arc&, const Arc&) = default;
};

[[noreturn]] void fail_directed(const Arc& arc) {
  const auto [u, v] =
      arc.reversed ? std::array{arc.edge.v, arc.edge.u} : std::array{arc.edge.u, arc.edge.v};
  fail("graph", "the graph is directed: edge (", u, ", ", v, ") has no reverse (", v, ", ", u,
       "). An edge_index holds both directions of every edge; for edges listed once use "
       "Graph(num_nodes, edges), or the transform ToUndirected() of PyTorch Geometric");
}

/// Leaves one pair of each two that are each other's reverse.
Pairs merge_directions(const Pairs& both, Colours& colours, bool simplify) {
  std::vector<Arc> arcs;
  arcs.reserve(both.edges.size());
  for (std::size_t i = 0; i < both.edges.size(); ++i) {
    const auto [u, v] = both.edges[i];
    if (u == v) {
      if (simplify) continue;
      fail("graph", "edge ", i, " is a loop at node ", u, simplify_remedy);
    }
    const std::int32_t colour = colours.edges.empty() ? 0 : colours.edges[i];
    arcs.push_back({{std::min(u, v), std::max(u, v)}, colour, u > v});
  }
  std::ranges::sort(arcs);
  Pairs once{both.num_nodes, {}};
  std::vector<std::int32_t> edge_colours;
  for (auto first = arcs.begin(); first != arcs.end();) {
    const auto last =
        std::find_if(first, arcs.end(), [&](const Arc& arc) { return arc.edge != first->edge; });
    const auto backward = std::count_if(first, last, [](const Arc& arc) { return arc.reversed; });
    if (backward == 0 || backward == last - first) fail_directed(*first);
    if (!simplify && last - first != 2) {
      fail("graph", "edge ", first->edge.u, " - ", first->edge.v, " appears more than once",
           simplify_remedy);
    }
    if (first->colour != std::prev(last)->colour) {
      fail("graph", "edge (", first->edge.u, ", ", first->edge.v, ") has the colours ",
           first->colour, " and ", std::prev(last)->colour,
           "; both directions of an edge need the same");
    }
    once.edges.push_back(first->edge);
    edge_colours.push_back(first->colour);
    first = last;
  }
  if (!colours.edges.empty()) colours.edges = std::move(edge_colours);
  return once;
}

}  // namespace

Graph graph_from_edges(const py::array& edges, const GraphArguments& arguments) {
  if (edges.size() != 0 && (edges.ndim() != 2 || edges.shape(1) != 2)) {
    fail("graph", "edges must have shape (number of edges, 2), not ", shape_text(edges));
  }
  const Int64Array ends = integers(edges, "edges");
  const std::int64_t count = edges.size() / 2;
  const Pairs pairs = collect_pairs(count, arguments.num_nodes,
                                    [&](std::int64_t i, int side) { return ends.at(i, side); });
  return build(pairs, colours_of(arguments, pairs.num_nodes, count), arguments.simplify);
}

Graph graph_from_edge_index(const py::array& edge_index, const GraphArguments& arguments) {
  if (edge_index.ndim() != 2 || edge_index.shape(0) != 2) {
    fail("graph", "edge_index must have shape (2, number of edges), not ", shape_text(edge_index));
  }
  const Int64Array ends = integers(edge_index, "edge_index");
  const std::int64_t count = edge_index.shape(1);
  const Pairs both = collect_pairs(count, arguments.num_nodes,
                                   [&](std::int64_t i, int side) { return ends.at(side, i); });
  Colours colours = colours_of(arguments, both.num_nodes, count);
  const Pairs once = merge_directions(both, colours, arguments.simplify);
  return build(once, colours, false);
}

}  // namespace isotypic::python
