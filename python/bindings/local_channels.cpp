// LocalChannels: the components of a graph by its motifs, and what is read from them.
#include "isotypic/base/error.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/local_decomposition.hpp"
#include "isotypic/channels/pooled_readout.hpp"
#include "python/bindings/certificate.hpp"
#include "python/bindings/matrices.hpp"
#include "python/bindings/symmetry_options.hpp"

namespace isotypic::python {
namespace {

using LocalPointer = std::shared_ptr<LocalChannels>;
using LocalClass = py::class_<LocalChannels, LocalPointer>;

void check_grouping(const ChannelOptions& options) {
  if (options.grouping == Grouping::Components) return;
  fail("decompose", "motifs give components: ask for grouping=\"components\"");
}

LocalChannels local_of_symmetry(const Symmetry& symmetry, const ChannelOptions& options,
                                ChannelCache* cache) {
  check_grouping(options);
  LocalChannels result;
  run_interruptibly([&](const std::stop_token& stop) {
    result = decompose_locally(symmetry, options, cache, limits_from_now(std::nullopt, stop));
  });
  return result;
}

LocalChannels local_of_graph(const Graph& graph, const SymmetryOptions& symmetry,
                             const ChannelOptions& options, ChannelCache* cache) {
  check_grouping(options);
  LocalChannels result;
  run_interruptibly([&](const std::stop_token& stop) {
    const WorkLimits limits = limits_from_now(symmetry.time_limit, stop);
    SymmetryOptions own = symmetry;
    own.stop = stop;
    result = decompose_locally(compute_symmetry(graph, own), options, cache, limits);
  });
  return result;
}

std::vector<std::int64_t> dims_of(const LocalChannels& own) {
  std::vector<std::int64_t> dims;
  for (const LocalComponent& c : own.canonical->components) {
    dims.push_back(c.component.dim * c.component.multiplicity);
  }
  return dims;
}

std::vector<Component> components_of(const LocalChannels& own) {
  std::vector<Component> components;
  for (const LocalComponent& c : own.canonical->components) components.push_back(c.component);
  return components;
}

py::dict motifs_of(const LocalChannels& own) {
  using namespace py::literals;
  const MotifSummary s = summarise(own.canonical->motifs);
  return py::dict("basic"_a = s.num_basic, "nested"_a = s.num_nested,
                  "with_core"_a = s.num_with_core, "nodes"_a = s.num_moved_nodes,
                  "largest_core"_a = s.largest_core);
}

py::array project_rows(const LocalChannels& own, std::int64_t component, const py::array& array) {
  const MatrixArgument<double> rows(array, "x");
  Eigen::MatrixXd image;
  {
    const py::gil_scoped_release release;
    image = project(own, component, rows.matrix());
  }
  return adopt_matrix(std::move(image));
}

template <typename AnyChannels>
py::array pooled(const AnyChannels& channels, const py::array& array, std::int64_t num_features,
                 bool centre) {
  const MatrixArgument<double> embeddings(array, "embeddings");
  Eigen::VectorXd features;
  {
    const py::gil_scoped_release release;
    features = pooled_features(channels, embeddings.matrix(), {num_features, centre});
  }
  return adopt(std::move(features));
}

constexpr const char* local_text =
    R"(The isotypic components of a graph of any size, by its motifs; ``decompose`` makes it.

It holds no matrix, so it has no ``basis``; ``project`` applies the projector of a component.
``len(channels)`` is the number of components. ``node_names`` are the names that a NetworkX or
igraph graph gave to its nodes, or None.
)";

void bind_local_class(py::module_& module) {
  LocalClass local(module, "LocalChannels", py::dynamic_attr(), local_text);
  local.attr("node_names") = py::none();
  local.def_property_readonly("num_nodes", &LocalChannels::num_nodes, "The number of nodes.")
      .def_property_readonly(
          "num_channels", [](const LocalChannels& own) { return own.canonical->num_components; },
          "The number of components before ``max_blocks`` cut some off.")
      .def_property_readonly(
          "dims", [](const LocalChannels& own) { return adopt(dims_of(own)); },
          "Dimension times multiplicity of every component.")
      .def_property_readonly("components", &components_of, "The isotypic components.")
      .def_property_readonly(
          "certificate",
          [](const LocalChannels& own) { return certificate_dict(own.canonical->certificate); },
          "Why the result can be trusted: the worst numbers of all cores.")
      .def_property_readonly("motifs", &motifs_of,
                             "How many motifs there are of each kind, the nodes in them, and the "
                             "nodes of the largest core.")
      .def_property_readonly(
          "position",
          [](py::handle self) { return view(self.cast<const LocalChannels&>().position, self); },
          "The canonical position of every node.")
      .def("project", &project_rows, py::arg("component"), py::arg("x"),
           "The part of x, one row per node, that lies in a component.")
      .def("__len__", [](const LocalChannels& own) { return own.canonical->components.size(); })
      .def("__repr__",
           [](const LocalChannels& own) {
             return "LocalChannels(num_nodes=" + std::to_string(own.num_nodes()) +
                    ", components=" + std::to_string(own.canonical->components.size()) + ")";
           })
      .def("__reduce__", [](const LocalChannels&) -> py::object {
        throw py::type_error(
            "LocalChannels cannot be pickled; pickle the graph or its symmetry, and decompose "
            "again");
      });
}

}  // namespace

void bind_local_channels(py::module_& module) {
  bind_local_class(module);
  module.def("decompose_symmetry_locally", &local_of_symmetry, py::arg("symmetry"),
             py::arg("options"), py::arg("cache").none(true),
             "Components from a symmetry, by motifs.");
  module.def("decompose_graph_locally", &local_of_graph, py::arg("graph"), py::arg("symmetry"),
             py::arg("options"), py::arg("cache").none(true),
             "Components of one graph, by motifs.");
  module.def("pooled_features", &pooled<Channels>, py::arg("channels"), py::arg("embeddings"),
             py::arg("num_features"), py::arg("centre"), "Features of the set of all components.");
  module.def("local_pooled_features", &pooled<LocalChannels>, py::arg("channels"),
             py::arg("embeddings"), py::arg("num_features"), py::arg("centre"),
             "The same for components by motifs.");
}

}  // namespace isotypic::python
