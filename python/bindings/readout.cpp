// Features of embeddings, and the account of their energy.
#include "isotypic/channels/readout.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/channels/local_readout.hpp"
#include "isotypic/channels/names.hpp"
#include "isotypic/channels/random_projection.hpp"
#include "python/bindings/matrices.hpp"

namespace isotypic::python {
namespace {

using ChannelsPointer = std::shared_ptr<Channels>;

IsotypicReadoutOptions readout_options(const std::string& variant, std::int64_t max_blocks,
                                       std::int64_t rp_dim, std::uint64_t seed, bool centre) {
  return {.variant = parse_enum<ReadoutVariant>(variant),
          .max_blocks = max_blocks,
          .rp_dim = rp_dim,
          .seed = seed,
          .centre = centre};
}

/// Features in the precision of the embeddings, and the retained energy.
struct Reading {
  Features<double> wide;
  Features<float> single;
  bool is_single = false;

  [[nodiscard]] py::tuple release() {
    if (is_single) return py::make_tuple(adopt(std::move(single.values)), single.retained_energy);
    return py::make_tuple(adopt(std::move(wide.values)), wide.retained_energy);
  }
};

/// The embeddings of one graph in the precision they came in.
struct Embeddings {
  std::optional<MatrixArgument<double>> wide;
  std::optional<MatrixArgument<float>> single;

  explicit Embeddings(const py::array& array) {
    if (python::is_single(array)) {
      single.emplace(array, "embeddings");
    } else {
      wide.emplace(array, "embeddings");
    }
  }

  template <typename AnyChannels>
  [[nodiscard]] Reading read(const AnyChannels& channels,
                             const IsotypicReadoutOptions& options) const {
    Reading reading{.is_single = single.has_value()};
    if (single) {
      reading.single = isotypic_features(channels, single->matrix(), options);
    } else {
      reading.wide = isotypic_features(channels, wide->matrix(), options);
    }
    return reading;
  }
};

template <typename AnyChannels>
py::tuple features(const AnyChannels& channels, const py::array& array,
                   const IsotypicReadoutOptions& options) {
  const Embeddings embeddings(array);
  Reading reading;
  {
    const py::gil_scoped_release release;
    reading = embeddings.read(channels, options);
  }
  return reading.release();
}

py::list features_all(const std::vector<ChannelsPointer>& channels,
                      const std::vector<py::array>& arrays, const IsotypicReadoutOptions& options,
                      std::int64_t threads) {
  if (channels.size() != arrays.size()) {
    fail("features", "there are ", arrays.size(), " embeddings for ", channels.size(), " graphs");
  }
  std::vector<Embeddings> embeddings(arrays.begin(), arrays.end());
  std::vector<Reading> readings(arrays.size());
  run_for_all(std::ssize(arrays), threads, [&](std::int64_t i, const std::stop_token&) {
    readings[i] = embeddings[i].read(*channels[i], options);
  });
  py::list results;
  for (Reading& reading : readings) results.append(reading.release());
  return results;
}

template <typename AnyChannels>
Explanation explain_array(const AnyChannels& channels, const py::array& array) {
  const MatrixArgument<double> embeddings(array, "embeddings");
  const py::gil_scoped_release release;
  return explain(channels, embeddings.matrix());
}

py::array projection(std::int64_t features, std::int64_t rp_dim, std::uint64_t seed) {
  if (features < 0 || rp_dim < 0 || features > max_num_features || rp_dim > max_num_features ||
      features * rp_dim > max_num_features) {
    fail("random_projection", "R cannot have the shape (", features, ", ", rp_dim, ")");
  }
  return adopt_matrix(random_projection(features, rp_dim, seed));
}

/// Python's own rounding to six digits.
std::string rounded(double value) { return py::str("{:.6g}").format(value); }

ComponentEnergy component_energy_from_state(const py::tuple& state) {
  if (state.size() != 3) fail("explain", "the pickled state has ", state.size(), " parts, not 3");
  return {state[0].cast<Component>(), state[1].cast<double>(), state[2].cast<double>()};
}

void bind_component_energy(py::module_& module) {
  py::class_<ComponentEnergy>(module, "ComponentEnergy", "How much of M lies in one component.")
      .def_readonly("component", &ComponentEnergy::component, "The isotypic component.")
      .def_readonly("energy", &ComponentEnergy::energy, "The squared norm of M's part in it.")
      .def_readonly("fraction", &ComponentEnergy::fraction, "The same as a share of the total.")
      .def("__repr__",
           [](const ComponentEnergy& own) {
             return "ComponentEnergy(energy=" + rounded(own.energy) +
                    ", fraction=" + rounded(own.fraction) +
                    ", component=" + std::string(py::repr(py::cast(own.component))) + ")";
           })
      .def(py::pickle(
          [](const ComponentEnergy& own) {
            return py::make_tuple(own.component, own.energy, own.fraction);
          },
          &component_energy_from_state));
}

Explanation explanation_from_state(const py::tuple& state) {
  if (state.size() != 4) fail("explain", "the pickled state has ", state.size(), " parts, not 4");
  return {state[0].cast<double>(), state[1].cast<double>(), state[2].cast<double>(),
          state[3].cast<std::vector<ComponentEnergy>>()};
}

void bind_explanation(py::module_& module) {
  py::class_<Explanation>(module, "Explanation",
                          "Where the squared norm of an embedding M lies; ``explain`` makes it.")
      .def_readonly("total", &Explanation::total, "The squared norm of M.")
      .def_readonly("kept_by_pooling", &Explanation::kept_by_pooling,
                    "What sum or mean pooling keeps.")
      .def_readonly("visible_to_linear_readouts", &Explanation::visible_to_linear_readouts,
                    "What any linear readout that respects symmetry can see.")
      .def_readonly("components", &Explanation::components, "The share of every component.")
      .def_property_readonly("destroyed_by_pooling", &Explanation::destroyed_by_pooling,
                             "What sum and mean pooling destroy.")
      .def_property_readonly("destroyed_by_linear_readouts",
                             &Explanation::destroyed_by_linear_readouts,
                             "What every linear readout that respects symmetry destroys.")
      .def("__repr__",
           [](const Explanation& own) {
             return "Explanation(total=" + rounded(own.total) +
                    ", kept_by_pooling=" + rounded(own.kept_by_pooling) +
                    ", visible_to_linear_readouts=" + rounded(own.visible_to_linear_readouts) + ")";
           })
      .def(py::pickle(
          [](const Explanation& own) {
            return py::make_tuple(own.total, own.kept_by_pooling, own.visible_to_linear_readouts,
                                  own.components);
          },
          &explanation_from_state));
}

}  // namespace

void bind_readout(py::module_& module) {
  py::class_<IsotypicReadoutOptions>(module, "IsotypicReadoutOptions",
                                     "The options of ``features``.")
      .def(py::init(&readout_options), py::arg("variant"), py::arg("max_blocks"), py::arg("rp_dim"),
           py::arg("seed"), py::arg("centre"), "Checks them.");
  bind_component_energy(module);
  bind_explanation(module);
  module.def("features", &features<Channels>, py::arg("channels"), py::arg("embeddings"),
             py::arg("options"), "Features of one graph, and the retained energy.");
  module.def("features_all", &features_all, py::arg("channels"), py::arg("embeddings"),
             py::arg("options"), py::arg("threads"), "Features of many graphs.");
  module.def("explain", &explain_array<Channels>, py::arg("channels"), py::arg("embeddings"),
             "Where the energy of an embedding lies.");
  module.def("local_features", &features<LocalChannels>, py::arg("channels"), py::arg("embeddings"),
             py::arg("options"),
             "Features of one graph that was decomposed by motifs, and the retained energy.");
  module.def("local_explain", &explain_array<LocalChannels>, py::arg("channels"),
             py::arg("embeddings"), "Where the energy lies, for components by motifs.");
  module.def("random_projection", &projection, py::arg("features"), py::arg("rp_dim"),
             py::arg("seed"), "The matrix R of a seed.");
}

}  // namespace isotypic::python
