// What readouts without a hash read: components as a set, orbits of tuples, described pairs.
#include "isotypic/base/error.hpp"
#include "isotypic/base/time_limit.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"
#include "isotypic/symmetry/tuples.hpp"
#include "python/bindings/matrices.hpp"
#include "python/bindings/symmetry_options.hpp"

namespace isotypic::python {
namespace {

/// One row per component, in the order of the components.
py::array structure_rows(const Channels& channels, const Graph& graph) {
  Eigen::MatrixXd rows;
  {
    const py::gil_scoped_release release;
    const std::vector<ComponentStructure> structures = component_structures(channels, graph);
    rows.resize(std::ssize(structures), component_structure_size);
    for (std::int64_t i = 0; i < rows.rows(); ++i) rows.row(i) = describe_structure(structures[i]);
  }
  return adopt_matrix(std::move(rows));
}

py::array component_features(const Channels& channels, const Graph& graph, const py::array& array,
                             std::int64_t num_features, bool centre) {
  const MatrixArgument<double> embeddings(array, "embeddings");
  Eigen::VectorXd features;
  {
    const py::gil_scoped_release release;
    features = components_readout(channels, component_structures(channels, graph),
                                  embeddings.matrix(), {num_features, centre});
  }
  return adopt(std::move(features));
}

/// The representatives, one row each, and the sizes of their orbits.
py::tuple tuples(const Symmetry& symmetry, std::int64_t size, std::int64_t max_representatives,
                 std::optional<double> time_limit) {
  TupleOptions options{.size = size, .max_representatives = max_representatives};
  options.time_limit =
      symmetry_options(/*node_colours=*/false, /*edge_colours=*/false, time_limit).time_limit;
  std::vector<std::int32_t> nodes;
  std::vector<std::int64_t> weights;
  run_interruptibly([&](const std::stop_token& stop) {
    options.stop = stop;
    visit_tuple_orbits(symmetry, options, [&](const TupleOrbit& orbit) {
      nodes.insert(nodes.end(), orbit.nodes.begin(), orbit.nodes.end());
      weights.push_back(orbit.weight);
    });
  });
  const py::array rows = adopt(std::move(nodes));
  const py::array sizes = adopt(std::move(weights));
  return py::make_tuple(rows.attr("reshape")(sizes.size(), size), sizes);
}

/// Values, distances, pairs of each type, an edge of each type, and the type of every pair.
py::tuple as_arrays(OrbitalDescriptors described, std::int64_t columns) {
  const std::int64_t types = std::ssize(described.types);
  std::vector<std::int32_t> distances, edges;
  std::vector<std::int64_t> pairs;
  for (const PairType& type : described.types) {
    distances.push_back(type.distance);
    edges.push_back(type.edge);
    pairs.push_back(type.pairs);
  }
  const py::array values = adopt(std::move(described.values));
  return py::make_tuple(values.attr("reshape")(types, columns), adopt(std::move(distances)),
                        adopt(std::move(pairs)), adopt(std::move(edges)),
                        adopt(std::move(described.type_of)));
}

py::list orbital_descriptors(const std::vector<GraphPointer>& graphs,
                             const std::vector<std::optional<py::array>>& keys,
                             const SymmetryOptions& symmetry, std::int64_t powers,
                             std::int64_t max_distance, std::int64_t threads) {
  if (keys.size() != graphs.size()) {
    fail("describe_orbitals", "there are keys for ", keys.size(), " of ", graphs.size(), " graphs");
  }
  std::vector<std::vector<std::int32_t>> edge_keys;
  for (const std::optional<py::array>& own : keys) {
    edge_keys.push_back(own ? to_int32(*own, "edge_keys") : std::vector<std::int32_t>{});
  }
  const DescriptorOptions options{.powers = powers, .max_distance = max_distance};
  std::vector<OrbitalDescriptors> described(graphs.size());
  run_for_all(std::ssize(graphs), threads, [&](std::int64_t i, const std::stop_token& stop) {
    SymmetryOptions own = symmetry;
    own.stop = stop;
    described[i] =
        describe_orbitals(*graphs[i], compute_symmetry(*graphs[i], own), edge_keys[i], options);
  });
  py::list results;
  for (OrbitalDescriptors& own : described) {
    results.append(as_arrays(std::move(own), num_descriptor_columns(options)));
  }
  return results;
}

}  // namespace

void bind_hash_free(py::module_& module) {
  module.def("structure_rows", &structure_rows, py::arg("channels"), py::arg("graph"),
             "The structure of every component, one row each.");
  module.def("component_features", &component_features, py::arg("channels"), py::arg("graph"),
             py::arg("embeddings"), py::arg("num_features"), py::arg("centre"),
             "Features of the components as a set.");
  module.def("tuple_orbits", &tuples, py::arg("symmetry"), py::arg("size"),
             py::arg("max_representatives"), py::arg("time_limit"),
             "Representatives of the orbits of tuples, and the sizes of the orbits.");
  module.def("orbital_descriptors", &orbital_descriptors, py::arg("graphs"), py::arg("edge_keys"),
             py::arg("symmetry"), py::arg("powers"), py::arg("max_distance"), py::arg("threads"),
             "The described pairs of many graphs.");
}

}  // namespace isotypic::python
