// Channels: decompositions, the cache of them, and what they consist of.
#include "isotypic/channels/channels.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/names.hpp"
#include "isotypic/channels/serialise.hpp"
#include "isotypic/channels/theory.hpp"
#include "python/bindings/certificate.hpp"
#include "python/bindings/matrices.hpp"
#include "python/bindings/symmetry_options.hpp"

namespace isotypic::python {
namespace {

using ChannelsPointer = std::shared_ptr<Channels>;
using ChannelsClass = py::class_<Channels, ChannelsPointer>;

ChannelOptions channel_options(std::uint64_t seed, double tolerance, const std::string& order,
                               const std::string& grouping, std::int64_t max_blocks) {
  if (!(tolerance > 0.0) || !(tolerance < 1.0)) {
    fail("decompose", "tolerance must lie between 0 and 1, not ", tolerance);
  }
  if (max_blocks < 0) fail("decompose", "max_blocks must not be negative, not ", max_blocks);
  return {.seed = seed,
          .tolerance = tolerance,
          .order = parse_enum<BlockOrder>(order),
          .grouping = parse_enum<Grouping>(grouping),
          .max_blocks = max_blocks};
}

/// Refuses a graph before its symmetry is sought.
void check_size(const Graph& graph) {
  if (graph.num_nodes() <= max_decompose_nodes) return;
  fail("decompose", "the graph has ", graph.num_nodes(), " nodes; channels are computed up to ",
       max_decompose_nodes, "; ask for grouping=\"components\" of larger graphs");
}

Channels split(const Symmetry& symmetry, const ChannelOptions& options, ChannelCache* cache) {
  return cache != nullptr ? cache->decompose(symmetry, options) : decompose(symmetry, options);
}

Channels decompose_symmetry(const Symmetry& symmetry, const ChannelOptions& options,
                            ChannelCache* cache) {
  const py::gil_scoped_release release;
  return split(symmetry, options, cache);
}

Channels decompose_graph(const Graph& graph, const SymmetryOptions& symmetry,
                         const ChannelOptions& options, ChannelCache* cache) {
  check_size(graph);
  return decompose_symmetry(symmetry_of(graph, symmetry), options, cache);
}

std::vector<ChannelsPointer> decompose_all(const std::vector<GraphPointer>& graphs,
                                           const SymmetryOptions& symmetry,
                                           const ChannelOptions& options, ChannelCache* cache,
                                           std::int64_t threads) {
  std::vector<ChannelsPointer> results(graphs.size());
  ChannelCache own_cache;  // copies of one graph share their decomposition
  ChannelCache& used = cache != nullptr ? *cache : own_cache;
  run_for_all(std::ssize(graphs), threads, [&](std::int64_t i, const std::stop_token& stop) {
    check_size(*graphs[i]);
    SymmetryOptions own = symmetry;
    own.stop = stop;
    results[i] =
        std::make_shared<Channels>(used.decompose(compute_symmetry(*graphs[i], own), options));
  });
  return results;
}

/// One value per block.
template <typename Value, typename Of>
py::array per_block(const Channels& own, Of of) {
  std::vector<Value> values;
  for (const Channel& channel : own.canonical->channels) values.push_back(of(channel));
  return adopt(std::move(values));
}

constexpr const char* component_text =
    R"(One isotypic component: all pieces of the node space that are equivalent to each other.)";

Component component_from_state(const py::tuple& state) {
  const int type = state.size() == 4 ? state[2].cast<int>() : -1;
  if (type < 0 || type > static_cast<int>(ComponentType::Quaternionic)) {
    fail("component", "the pickled state is damaged");
  }
  return {state[0].cast<std::int64_t>(), state[1].cast<std::int64_t>(),
          static_cast<ComponentType>(type), state[3].cast<bool>()};
}

void bind_component(py::module_& module) {
  py::class_<Component>(module, "Component", component_text)
      .def_readonly("dim", &Component::dim, "The dimension of one irreducible piece.")
      .def_readonly("multiplicity", &Component::multiplicity,
                    "How many equivalent pieces the component has.")
      .def_readonly("trivial", &Component::trivial,
                    "Whether it holds the vectors that are constant on orbits.")
      .def_property_readonly(
          "type", [](const Component& own) { return to_string(own.type); },
          "What commutes with the group on a piece: 'real', 'complex' or 'quaternionic'.")
      .def(
          "__eq__", [](const Component& a, const Component& b) { return a == b; }, py::arg("other"),
          py::is_operator())
      .def("__hash__",
           [](const Component& own) {
             return py::hash(
                 py::make_tuple(own.dim, own.multiplicity, to_string(own.type), own.trivial));
           })
      .def("__repr__",
           [](const Component& own) {
             return "Component(dim=" + std::to_string(own.dim) +
                    ", multiplicity=" + std::to_string(own.multiplicity) + ", type='" +
                    to_string(own.type) + "', trivial=" + (own.trivial ? "True" : "False") + ")";
           })
      .def(py::pickle(
          [](const Component& own) {
            return py::make_tuple(own.dim, own.multiplicity, static_cast<int>(own.type),
                                  own.trivial);
          },
          &component_from_state));
}

void bind_blocks(ChannelsClass& channels) {
  channels
      .def_property_readonly(
          "dims",
          [](const Channels& own) {
            return per_block<std::int64_t>(own, [](const Channel& c) { return c.dim; });
          },
          "The dimension of every block.")
      .def_property_readonly(
          "eigenvalues",
          [](const Channels& own) {
            return per_block<double>(own, [](const Channel& c) { return c.eigenvalue; });
          },
          "The eigenvalue of every block, of the random operator; their mean for components.")
      .def_property_readonly(
          "component_of",
          [](const Channels& own) {
            return per_block<std::int64_t>(own, [](const Channel& c) { return c.component; });
          },
          "The place in ``components`` of the component that every block lies in.")
      .def(
          "component_projector",
          [](const Channels& own, std::int64_t component) {
            return adopt_matrix(component_projector(own, component));
          },
          py::arg("component"), "The n x n matrix that projects onto a component.");
}

py::tuple channels_state(const py::object& self) {
  const auto& own = self.cast<const Channels&>();
  return py::make_tuple(py::bytes(serialise(*own.canonical)), adopt(Permutation(own.position)),
                        self.attr("__dict__"));
}

std::pair<ChannelsPointer, py::dict> channels_from_state(const py::tuple& state) {
  if (state.size() != 3) fail("channels", "the pickled state has ", state.size(), " parts, not 3");
  std::optional<Decomposition> canonical = deserialise(std::string(state[0].cast<py::bytes>()));
  const Permutation position = to_int32(state[1].cast<py::array>(), "position");
  if (!canonical || !is_permutation(position) || std::ssize(position) != canonical->num_nodes) {
    fail("channels", "the pickled state is damaged");
  }
  auto shared = std::make_shared<const Decomposition>(*std::move(canonical));
  return {std::make_shared<Channels>(Channels{shared, position}), state[2].cast<py::dict>()};
}

constexpr const char* channels_text =
    R"(The node space R^n of a graph, split into blocks by symmetry; ``decompose`` makes it.

A block is a channel, or an isotypic component with ``grouping="components"``. ``len(channels)`` is
the number of blocks. ``node_names`` are the names that a NetworkX or igraph graph gave to its
nodes, or None.
)";

void bind_bases(ChannelsClass& channels) {
  channels
      .def_property_readonly(
          "basis", [](const Channels& own) { return adopt_matrix(basis_in_node_order(own)); },
          "Orthonormal columns, block after block; row v belongs to node v. A copy.")
      .def_property_readonly(
          "canonical_basis",
          [](py::handle self) { return view(self.cast<const Channels&>().canonical->basis, self); },
          "The same without a copy: row ``position[v]`` belongs to node v. Read-only.")
      .def_property_readonly(
          "position",
          [](py::handle self) { return view(self.cast<const Channels&>().position, self); },
          "The row of every node in ``canonical_basis``.");
}

void bind_channels_class(py::module_& module) {
  ChannelsClass channels(module, "Channels", py::dynamic_attr(), channels_text);
  channels.attr("node_names") = py::none();
  channels.def_property_readonly("num_nodes", &Channels::num_nodes, "The number of nodes.")
      .def_property_readonly(
          "num_channels", [](const Channels& own) { return own.canonical->num_channels; },
          "The number of blocks before ``max_blocks`` cut some off.")
      .def_property_readonly(
          "components", [](const Channels& own) { return own.canonical->components; },
          "The isotypic components.")
      .def_property_readonly(
          "certificate",
          [](const Channels& own) { return certificate_dict(own.canonical->certificate); },
          "Why the result can be trusted: gaps, residuals, number of draws.")
      .def("__len__", [](const Channels& own) { return own.canonical->channels.size(); })
      .def("__repr__",
           [](const Channels& own) {
             std::string dims;
             for (const Channel& c : own.canonical->channels) {
               dims += (dims.empty() ? "" : ", ") + std::to_string(c.dim);
             }
             return "Channels(num_nodes=" + std::to_string(own.num_nodes()) + ", dims=[" + dims +
                    "])";
           })
      .def(py::pickle(&channels_state, &channels_from_state));
  bind_bases(channels);
  bind_blocks(channels);
}

py::dict statistics_of(const ChannelCache& own) {
  using namespace py::literals;
  const CacheStatistics s = own.statistics();
  return py::dict("memory_hits"_a = s.memory_hits, "file_hits"_a = s.file_hits,
                  "misses"_a = s.misses, "evicted"_a = s.evicted, "rejected"_a = s.rejected,
                  "labellings"_a = s.labellings);
}

void bind_cache(py::module_& module) {
  py::class_<ChannelCache>(module, "ChannelCache", "Decompositions by canonical form.")
      .def(py::init([](const std::string& file, std::int64_t max_bytes) {
             if (max_bytes < 0) fail("cache", "max_bytes must not be negative, not ", max_bytes);
             return std::make_unique<ChannelCache>(CacheOptions{max_bytes, file});
           }),
           py::arg("file") = "", py::arg("max_bytes") = CacheOptions{}.max_bytes,
           "A cache in memory, and in a file if one is named.")
      .def("save", &ChannelCache::save, py::call_guard<py::gil_scoped_release>(),
           "Writes the file, if one was named.")
      .def_property_readonly(
          "statistics", &statistics_of,
          "How often a decomposition was found, computed, evicted, rejected, and a "
          "labelling found.");
}

}  // namespace

void bind_channels(py::module_& module) {
  py::class_<ChannelOptions>(module, "ChannelOptions", "The options of ``decompose``.")
      .def(py::init(&channel_options), py::arg("seed"), py::arg("tolerance"), py::arg("order"),
           py::arg("grouping"), py::arg("max_blocks"), "Checks them.");
  bind_component(module);
  bind_channels_class(module);
  bind_cache(module);
  module.attr("max_decompose_nodes") = max_decompose_nodes;
  module.def("decompose_symmetry", &decompose_symmetry, py::arg("symmetry"), py::arg("options"),
             py::arg("cache").none(true), "Channels from a symmetry.");
  module.def("decompose_graph", &decompose_graph, py::arg("graph"), py::arg("symmetry"),
             py::arg("options"), py::arg("cache").none(true), "Channels of one graph.");
  module.def("decompose_all", &decompose_all, py::arg("graphs"), py::arg("symmetry"),
             py::arg("options"), py::arg("cache").none(true), py::arg("threads"),
             "Channels of many graphs.");
}

}  // namespace isotypic::python
