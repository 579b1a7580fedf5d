// Channels: decompositions, the cache of them, and what they consist of.
#include "isotypic/channels/channels.hpp"

#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/serialise.hpp"
#include "isotypic/channels/theory.hpp"
#include "isotypic/base/error.hpp"
#include "python/bindings/matrices.hpp"
#include "python/bindings/symmetry_options.hpp"

namespace isotypic::python {
namespace {

using ChannelsPointer = std::shared_ptr<Channels>;
using ChannelsClass = py::class_<Channels, ChannelsPointer>;

template <typename Value>
Value choose(const std::string& name, const char* what,
             std::initializer_list<std::pair<const char*, Value>> choices) {
  std::string known;
  for (const auto& [text, value] : choices) {
    if (name == text) return value;
    known += std::string(known.empty() ? "" : ", ") + text;
  }
  fail("decompose", what, " must be one of ", known, ", not ", name);
}

ChannelOptions channel_options(std::uint64_t seed, double tolerance, const std::string& order,
                               const std::string& grouping, std::int64_t max_blocks) {
  if (!(tolerance > 0.0) || !(tolerance < 1.0)) {
    fail("decompose", "tolerance must lie between 0 and 1, not ", tolerance);
  }
  if (max_blocks < 0) fail("decompose", "max_blocks must not be negative, not ", max_blocks);
  return {.seed = seed,
          .tolerance = tolerance,
          .order = choose<BlockOrder>(order, "order",
                                      {{"descending", BlockOrder::TraceDescending},
                                       {"ascending", BlockOrder::TraceAscending}}),
          .grouping = choose<Grouping>(
              grouping, "grouping",
              {{"channels", Grouping::Channels}, {"components", Grouping::Components}}),
          .max_blocks = max_blocks};
}

/// Refuses a graph before its symmetry is sought.
void check_size(const Graph& graph) {
  if (graph.num_nodes() <= max_decompose_nodes) return;
  fail("decompose", "the graph has ", graph.num_nodes(), " nodes; channels are computed up to ",
       max_decompose_nodes);
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

void bind_component(py::module_& module) {
  py::class_<Component>(module, "Component")
      .def_readonly("dim", &Component::dim)
      .def_readonly("multiplicity", &Component::multiplicity)
      .def_readonly("trivial", &Component::trivial)
      .def_property_readonly("type", [](const Component& own) { return to_string(own.type); })
      .def(
          "__eq__", [](const Component& a, const Component& b) { return a == b; },
          py::is_operator())
      .def("__repr__", [](const Component& own) {
        return "Component(dim=" + std::to_string(own.dim) +
               ", multiplicity=" + std::to_string(own.multiplicity) + ", type='" +
               to_string(own.type) + "', trivial=" + (own.trivial ? "True" : "False") + ")";
      });
}

py::dict certificate_of(const Channels& own) {
  using namespace py::literals;
  const Certificate& c = own.canonical->certificate;
  return py::dict("min_gap"_a = c.min_gap, "max_spread"_a = c.max_spread,
                  "orthogonality"_a = c.orthogonality, "residual"_a = c.residual,
                  "equivariance"_a = c.equivariance, "num_orbitals"_a = c.num_orbitals,
                  "attempts"_a = c.attempts);
}

void bind_blocks(ChannelsClass& channels) {
  channels
      .def_property_readonly("dims",
                             [](const Channels& own) {
                               return per_block<std::int64_t>(
                                   own, [](const Channel& c) { return c.dim; });
                             })
      .def_property_readonly("eigenvalues",
                             [](const Channels& own) {
                               return per_block<double>(
                                   own, [](const Channel& c) { return c.eigenvalue; });
                             })
      .def_property_readonly("component_of",
                             [](const Channels& own) {
                               return per_block<std::int64_t>(
                                   own, [](const Channel& c) { return c.component; });
                             })
      .def("component_projector", [](const Channels& own, std::int64_t component) {
        return adopt_matrix(component_projector(own, component));
      });
}

ChannelsPointer channels_from_state(const py::tuple& state) {
  if (state.size() != 2) fail("channels", "the pickled state has ", state.size(), " parts, not 2");
  std::optional<Decomposition> canonical = deserialise(std::string(state[0].cast<py::bytes>()));
  const Permutation position = to_int32(state[1].cast<py::array>(), "position");
  if (!canonical || !is_permutation(position) || std::ssize(position) != canonical->num_nodes) {
    fail("channels", "the pickled state is damaged");
  }
  return std::make_shared<Channels>(
      Channels{std::make_shared<const Decomposition>(*std::move(canonical)), position});
}

void bind_channels_class(py::module_& module) {
  ChannelsClass channels(module, "Channels");
  channels.def_property_readonly("num_nodes", &Channels::num_nodes)
      .def_property_readonly("num_channels",
                             [](const Channels& own) { return own.canonical->num_channels; })
      .def_property_readonly("components",
                             [](const Channels& own) { return own.canonical->components; })
      .def_property_readonly("certificate", &certificate_of)
      .def_property_readonly(
          "basis", [](const Channels& own) { return adopt_matrix(basis_in_node_order(own)); })
      .def_property_readonly("canonical_basis",
                             [](py::handle self) {
                               const auto& own = self.cast<const Channels&>();
                               return view(own.canonical->basis, self);
                             })
      .def_property_readonly(
          "position",
          [](py::handle self) { return view(self.cast<const Channels&>().position, self); })
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
      .def(py::pickle(
          [](const Channels& own) {
            return py::make_tuple(py::bytes(serialise(*own.canonical)),
                                  adopt(Permutation(own.position)));
          },
          &channels_from_state));
  bind_blocks(channels);
}

void bind_cache(py::module_& module) {
  py::class_<ChannelCache>(module, "ChannelCache")
      .def(py::init([](const std::string& file, std::int64_t max_bytes) {
             if (max_bytes < 0) fail("cache", "max_bytes must not be negative, not ", max_bytes);
             return std::make_unique<ChannelCache>(CacheOptions{max_bytes, file});
           }),
           py::arg("file") = "", py::arg("max_bytes") = CacheOptions{}.max_bytes)
      .def("save", &ChannelCache::save, py::call_guard<py::gil_scoped_release>())
      .def_property_readonly("statistics", [](const ChannelCache& own) {
        using namespace py::literals;
        const CacheStatistics s = own.statistics();
        return py::dict("memory_hits"_a = s.memory_hits, "file_hits"_a = s.file_hits,
                        "misses"_a = s.misses, "evicted"_a = s.evicted, "rejected"_a = s.rejected);
      });
}

}  // namespace

void bind_channels(py::module_& module) {
  py::class_<ChannelOptions>(module, "ChannelOptions")
      .def(py::init(&channel_options), py::arg("seed"), py::arg("tolerance"), py::arg("order"),
           py::arg("grouping"), py::arg("max_blocks"));
  bind_component(module);
  bind_channels_class(module);
  bind_cache(module);
  module.attr("max_decompose_nodes") = max_decompose_nodes;
  module.def("decompose_symmetry", &decompose_symmetry, py::arg("symmetry"), py::arg("options"),
             py::arg("cache"));
  module.def("decompose_graph", &decompose_graph, py::arg("graph"), py::arg("symmetry"),
             py::arg("options"), py::arg("cache"));
  module.def("decompose_all", &decompose_all, py::arg("graphs"), py::arg("symmetry"),
             py::arg("options"), py::arg("cache"), py::arg("threads"));
}

}  // namespace isotypic::python
