// Graph: the value everything begins with.
#include "isotypic/graph/graph.hpp"

#include <span>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/catalogue.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "python/bindings/edge_arrays.hpp"

namespace isotypic::python {
namespace {

using GraphClass = py::class_<Graph, std::shared_ptr<Graph>>;

constexpr const char* graph_text =
    R"(An undirected simple graph that cannot be changed.

num_nodes
    nodes are the numbers 0 to num_nodes - 1.
edges
    an array of shape (E, 2), or a list of pairs: every edge once, in any order and direction.
node_colours, edge_colours
    whole numbers of 32 bits, one per node and one per row of ``edges``; symmetries keep them if
    you ask for it.
simplify
    leave out loops and repeated edges instead of raising ValueError.

Graphs are equal if their nodes, edges and colours are. ``as_graph`` makes graphs from the objects
of other packages; ``node_names`` are then the names that the nodes have there, or None.

>>> from isotypic import Graph
>>> Graph(4, [(0, 1), (1, 2), (2, 3)])
Graph(num_nodes=4, num_edges=3)
>>> Graph(3, [(0, 1), (1, 2)]).neighbours(1)
array([0, 2], dtype=int32)
)";

py::array edges_array(const Graph& graph) {
  const std::vector<Edge> edges = graph.edges();
  py::array_t<std::int32_t> array(std::vector<py::ssize_t>{std::ssize(edges), 2});
  std::int32_t* out = array.mutable_data();
  for (const auto& [u, v] : edges) {
    *out++ = u;
    *out++ = v;
  }
  return array;
}

/// Both directions, sorted by source: what PyTorch Geometric calls edge_index.
py::array edge_index_array(const Graph& graph) {
  const std::int64_t count = std::ssize(graph.adjacency());
  py::array_t<std::int64_t> array(std::vector<py::ssize_t>{2, count});
  std::int64_t* out = array.mutable_data();
  for (std::int64_t v = 0, i = 0; v < graph.num_nodes(); ++v) {
    for (const std::int32_t u : graph.neighbours(v)) {
      out[i] = v;
      out[count + i++] = u;
    }
  }
  return array;
}

py::array span_view(std::span<const std::int32_t> values, py::handle owner) {
  return view(values.data(), {std::ssize(values)}, {sizeof(std::int32_t)}, owner);
}

std::optional<py::array> optional_array(const py::object& values, const char* what) {
  if (values.is_none()) return std::nullopt;
  return to_array(values, what);
}

std::int64_t checked_node(const Graph& graph, std::int64_t v) {
  if (v < 0 || v >= graph.num_nodes()) {
    fail("graph", "there is no node ", v, " among ", graph.num_nodes());
  }
  return v;
}

void bind_sizes(GraphClass& graph) {
  graph.def_property_readonly("num_nodes", &Graph::num_nodes, "The number of nodes.")
      .def_property_readonly("num_edges", &Graph::num_edges, "The number of undirected edges.")
      .def(
          "degree",
          [](const Graph& own, std::int64_t v) { return own.degree(checked_node(own, v)); },
          py::arg("v"), "The number of neighbours of node v.")
      .def(
          "neighbours",
          [](py::handle self, std::int64_t v) {
            const auto& own = self.cast<const Graph&>();
            return span_view(own.neighbours(checked_node(own, v)), self);
          },
          py::arg("v"), "The neighbours of node v, ascending: a read-only view.");
}

void bind_arrays(GraphClass& graph) {
  graph
      .def_property_readonly(
          "edges", &edges_array,
          "Every edge once, as rows (u, v) with u < v in ascending order; int32.")
      .def_property_readonly("edge_index", &edge_index_array,
                             "Both directions of every edge, shape (2, 2 * num_edges), int64: what "
                             "PyTorch Geometric calls edge_index.")
      .def_property_readonly(
          "node_colours",
          [](py::handle self) -> std::optional<py::array> {
            const auto& own = self.cast<const Graph&>();
            if (!own.has_node_colours()) return std::nullopt;
            return span_view(own.node_colours(), self);
          },
          "One whole number per node, or None if the nodes have no colours; a read-only view.")
      .def_property_readonly(
          "edge_colours",
          [](const Graph& own) -> std::optional<py::array> {
            if (!own.has_edge_colours()) return std::nullopt;
            return adopt(own.edge_colours());
          },
          "One whole number per row of ``edges``, or None if the edges have no colours.");
}

void bind_operations(GraphClass& graph) {
  graph
      .def(
          "relabel",
          [](const Graph& own, const py::object& position) {
            return relabel(own, to_int32(to_array(position, "position"), "position"));
          },
          py::arg("position"),
          "The same graph with other numbers: node v becomes node ``position[v]``.\n\n"
          "Colours move along. Raises ValueError unless ``position`` is a permutation.")
      .def("to_graph6", &format_graph6, "The graph as a graph6 string. Colours are not in it.");
}

/// Everything a graph is made of, as arrays, and what Python has attached to it.
py::tuple state_of(const py::object& self) {
  const auto& graph = self.cast<const Graph&>();
  py::object node_colours = py::none();
  if (graph.has_node_colours()) {
    const auto colours = graph.node_colours();
    node_colours = adopt(std::vector<std::int32_t>(colours.begin(), colours.end()));
  }
  py::object edge_colours = py::none();
  if (graph.has_edge_colours()) edge_colours = adopt(graph.edge_colours());
  return py::make_tuple(graph.num_nodes(), edges_array(graph), node_colours, edge_colours,
                        self.attr("__dict__"));
}

std::pair<Graph, py::dict> graph_from_state(const py::tuple& state) {
  if (state.size() != 5) fail("graph", "the pickled state has ", state.size(), " parts, not 5");
  return {graph_from_edges(state[1].cast<py::array>(),
                           {.num_nodes = state[0].cast<std::int64_t>(),
                            .node_colours = state[2].cast<std::optional<py::array>>(),
                            .edge_colours = state[3].cast<std::optional<py::array>>()}),
          state[4].cast<py::dict>()};
}

void bind_protocols(GraphClass& graph) {
  graph
      .def(
          "__eq__", [](const Graph& a, const Graph& b) { return a == b; }, py::arg("other"),
          py::is_operator())
      .def("__hash__", [](const Graph& own) { return py::hash(py::int_(hash_graph(own).low)); })
      .def("__repr__",
           [](const Graph& own) {
             return "Graph(num_nodes=" + std::to_string(own.num_nodes()) +
                    ", num_edges=" + std::to_string(own.num_edges()) + ")";
           })
      .def(py::pickle(&state_of, &graph_from_state));
}

}  // namespace

void bind_graph(py::module_& module) {
  GraphClass graph(module, "Graph", py::dynamic_attr(), graph_text);
  graph.def(
      py::init([](const py::object& num_nodes, const py::object& edges,
                  const py::object& node_colours, const py::object& edge_colours, bool simplify) {
        return graph_from_edges(
            to_array(edges, "edges"),
            {to_int64(num_nodes, "num_nodes"), optional_array(node_colours, "node_colours"),
             optional_array(edge_colours, "edge_colours"), simplify});
      }),
      py::arg("num_nodes"), py::arg("edges"), py::kw_only(), py::arg("node_colours") = py::none(),
      py::arg("edge_colours") = py::none(), py::arg("simplify") = false,
      "The graph on nodes 0 to num_nodes - 1 with these edges.");
  graph.attr("node_names") = py::none();
  bind_sizes(graph);
  bind_arrays(graph);
  bind_operations(graph);
  bind_protocols(graph);
  module.def(
      "graph_from_edge_index",
      [](const py::array& edge_index, std::optional<std::int64_t> num_nodes,
         std::optional<py::array> node_colours, std::optional<py::array> edge_colours,
         bool simplify) {
        return graph_from_edge_index(
            edge_index, {num_nodes, std::move(node_colours), std::move(edge_colours), simplify});
      },
      py::arg("edge_index"), py::arg("num_nodes"), py::arg("node_colours"), py::arg("edge_colours"),
      py::arg("simplify"), "The graph of an array of shape (2, E) with both directions.");
  module.def(
      "family",
      [](const std::string& name, const std::vector<std::string>& arguments, std::uint64_t seed) {
        return make_family(name, arguments, {.seed = seed});
      },
      py::arg("name"), py::arg("arguments"), py::arg("seed"), "A graph by the name of its family.");
}

}  // namespace isotypic::python
