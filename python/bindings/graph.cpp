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

void bind_accessors(GraphClass& graph) {
  graph.def_property_readonly("num_nodes", &Graph::num_nodes)
      .def_property_readonly("num_edges", &Graph::num_edges)
      .def_property_readonly("edges", &edges_array)
      .def_property_readonly("edge_index", &edge_index_array)
      .def_property_readonly("node_colours",
                             [](py::handle self) -> std::optional<py::array> {
                               const auto& own = self.cast<const Graph&>();
                               if (!own.has_node_colours()) return std::nullopt;
                               return span_view(own.node_colours(), self);
                             })
      .def_property_readonly("edge_colours",
                             [](const Graph& own) -> std::optional<py::array> {
                               if (!own.has_edge_colours()) return std::nullopt;
                               return adopt(own.edge_colours());
                             })
      .def("degree",
           [](const Graph& own, std::int64_t v) { return own.degree(checked_node(own, v)); })
      .def("neighbours",
           [](py::handle self, std::int64_t v) {
             const auto& own = self.cast<const Graph&>();
             return span_view(own.neighbours(checked_node(own, v)), self);
           })
      .def("relabel",
           [](const Graph& own, const py::object& position) {
             return relabel(own, to_int32(to_array(position, "position"), "position"));
           })
      .def("to_graph6", &format_graph6);
}

/// Everything a graph is made of, as bytes and arrays.
py::tuple state_of(const Graph& graph) {
  py::object node_colours = py::none();
  if (graph.has_node_colours()) {
    const auto colours = graph.node_colours();
    node_colours = adopt(std::vector<std::int32_t>(colours.begin(), colours.end()));
  }
  py::object edge_colours = py::none();
  if (graph.has_edge_colours()) edge_colours = adopt(graph.edge_colours());
  return py::make_tuple(graph.num_nodes(), edges_array(graph), node_colours, edge_colours);
}

Graph graph_from_state(const py::tuple& state) {
  if (state.size() != 4) fail("graph", "the pickled state has ", state.size(), " parts, not 4");
  return graph_from_edges(state[1].cast<py::array>(),
                          {.num_nodes = state[0].cast<std::int64_t>(),
                           .node_colours = state[2].cast<std::optional<py::array>>(),
                           .edge_colours = state[3].cast<std::optional<py::array>>()});
}

void bind_protocols(GraphClass& graph) {
  graph
      .def(
          "__eq__", [](const Graph& a, const Graph& b) { return a == b; }, py::is_operator())
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
  GraphClass graph(module, "Graph");
  graph.def(
      py::init([](const py::object& num_nodes, const py::object& edges,
                  const py::object& node_colours, const py::object& edge_colours, bool simplify) {
        return graph_from_edges(
            to_array(edges, "edges"),
            {to_int64(num_nodes, "num_nodes"), optional_array(node_colours, "node_colours"),
             optional_array(edge_colours, "edge_colours"), simplify});
      }),
      py::arg("num_nodes"), py::arg("edges"), py::kw_only(), py::arg("node_colours") = py::none(),
      py::arg("edge_colours") = py::none(), py::arg("simplify") = false);
  bind_accessors(graph);
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
      py::arg("simplify"));
  module.def(
      "family",
      [](const std::string& name, const std::vector<std::string>& arguments, std::uint64_t seed) {
        return make_family(name, arguments, {.seed = seed});
      },
      py::arg("name"), py::arg("arguments"), py::arg("seed"));
}

}  // namespace isotypic::python
