// Components as a set, and orbits of marked tuples.
#include <chrono>

#include "isotypic/base/time_limit.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/channels/structure.hpp"
#include "isotypic/symmetry/tuples.hpp"
#include "python/bindings/matrices.hpp"

namespace isotypic::python {
namespace {

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
                 double time_limit) {
  std::vector<std::int32_t> nodes;
  std::vector<std::int64_t> weights;
  run_interruptibly([&](std::stop_token stop) {
    visit_tuple_orbits(symmetry,
                       {.size = size,
                        .max_representatives = max_representatives,
                        .time_limit = milliseconds_from_seconds(time_limit),
                        .stop = std::move(stop)},
                       [&](const TupleOrbit& orbit) {
                         nodes.insert(nodes.end(), orbit.nodes.begin(), orbit.nodes.end());
                         weights.push_back(orbit.weight);
                       });
  });
  const py::array flat = adopt(std::move(nodes));
  const py::array sizes = adopt(std::move(weights));
  return py::make_tuple(flat.attr("reshape")(-1, size), sizes);
}

}  // namespace

void bind_hash_free(py::module_& module) {
  module.def("structure_rows", &structure_rows, py::arg("channels"), py::arg("graph"));
  module.def("component_features", &component_features, py::arg("channels"), py::arg("graph"),
             py::arg("embeddings"), py::arg("num_features"), py::arg("centre"));
  module.def("tuple_orbits", &tuples, py::arg("symmetry"), py::arg("size"),
             py::arg("max_representatives"), py::arg("time_limit"));
}

}  // namespace isotypic::python
