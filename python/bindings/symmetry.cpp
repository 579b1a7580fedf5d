// Symmetry, its generators and orbitals.
#include "isotypic/symmetry/symmetry.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/base/time_limit.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "python/bindings/symmetry_options.hpp"

namespace isotypic::python {
namespace {

using SymmetryPointer = std::shared_ptr<Symmetry>;

/// Python refuses to read very long decimal numbers at once, so they are read in pieces.
py::int_ to_python_int(const std::string& digits) {
  constexpr std::size_t piece_size = 4000;
  py::int_ value(0);
  for (std::size_t begin = 0; begin < digits.size(); begin += piece_size) {
    const std::string piece = digits.substr(begin, piece_size);
    const auto number =
        py::reinterpret_steal<py::int_>(PyLong_FromString(piece.c_str(), nullptr, /*base=*/10));
    if (!number) throw py::error_already_set();
    const py::object shift = py::int_(10).attr("__pow__")(piece.size());
    value = py::int_(value * shift + number);
  }
  return value;
}

/// The generators as a sequence of dense arrays that are made when they are asked for: all those
/// of a large tree would not fit into memory.
struct Generators {
  std::shared_ptr<const Symmetry> symmetry;

  [[nodiscard]] const SparsePermutation& at(std::int64_t i) const {
    const std::int64_t size = std::ssize(symmetry->generators);
    const std::int64_t index = i < 0 ? i + size : i;
    if (index < 0 || index >= size) {
      throw py::index_error("generator " + std::to_string(i) + " of " + std::to_string(size));
    }
    return symmetry->generators[index];
  }
};

void bind_generators(py::module_& module) {
  py::class_<Generators>(module, "Generators")
      .def("__len__", [](const Generators& own) { return own.symmetry->generators.size(); })
      .def("__getitem__",
           [](const Generators& own, std::int64_t i) {
             return adopt(to_dense(own.at(i), own.symmetry->num_nodes));
           })
      .def("cycles",
           [](const Generators& own, std::int64_t i) { return cycle_notation(own.at(i)); })
      .def("__repr__", [](const Generators& own) {
        return "<" + std::to_string(own.symmetry->generators.size()) + " generators>";
      });
}

void bind_orbitals(py::module_& module) {
  py::class_<Orbitals>(module, "Orbitals")
      .def_readonly("num_nodes", &Orbitals::num_nodes)
      .def_readonly("count", &Orbitals::count)
      .def_property_readonly("labels",
                             [](py::handle self) {
                               const auto& own = self.cast<const Orbitals&>();
                               constexpr py::ssize_t size = sizeof(std::int32_t);
                               return view(own.labels.data(), {own.num_nodes, own.num_nodes},
                                           {own.num_nodes * size, size}, self);
                             })
      .def_property_readonly(
          "transposed",
          [](py::handle self) { return view(self.cast<const Orbitals&>().transposed, self); })
      .def_property_readonly(
          "valency",
          [](py::handle self) { return view(self.cast<const Orbitals&>().valency, self); })
      .def("__repr__", [](const Orbitals& own) {
        return "Orbitals(num_nodes=" + std::to_string(own.num_nodes) +
               ", count=" + std::to_string(own.count) + ")";
      });
}

void bind_symmetry_class(py::module_& module) {
  py::class_<Symmetry, SymmetryPointer>(module, "Symmetry")
      .def_readonly("num_nodes", &Symmetry::num_nodes)
      .def_readonly("num_orbits", &Symmetry::num_orbits)
      .def_property_readonly("order", [](const Symmetry& own) { return to_python_int(own.order); })
      .def_property_readonly("generators",
                             [](const SymmetryPointer& own) { return Generators{own}; })
      .def_property_readonly(
          "orbits",
          [](py::handle self) { return view(self.cast<const Symmetry&>().orbit_of, self); })
      .def_property_readonly(
          "position",
          [](py::handle self) { return view(self.cast<const Symmetry&>().position, self); })
      .def_property_readonly("canonical", [](const Symmetry& own) { return own.canonical; })
      .def_property_readonly("hash", [](const Symmetry& own) { return to_string(own.hash); })
      .def_property_readonly("engine", [](const Symmetry& own) { return engine_name(own.engine); })
      .def("orbit_lists", &orbit_lists)
      .def("orbitals",
           [](const Symmetry& own) {
             Orbitals orbitals;
             run_interruptibly([&](const std::stop_token&) { orbitals = compute_orbitals(own); });
             return orbitals;
           })
      .def("__repr__", [](const Symmetry& own) {
        constexpr std::size_t longest = 40;
        const std::string order = own.order.size() <= longest
                                      ? own.order
                                      : "<" + std::to_string(own.order.size()) + " digits>";
        return "Symmetry(num_nodes=" + std::to_string(own.num_nodes) + ", order=" + order +
               ", num_orbits=" + std::to_string(own.num_orbits) + ")";
      });
}

std::vector<SymmetryPointer> symmetry_all(const std::vector<GraphPointer>& graphs,
                                          const SymmetryOptions& options, std::int64_t threads) {
  std::vector<SymmetryPointer> results(graphs.size());
  run_for_all(std::ssize(graphs), threads, [&](std::int64_t i, const std::stop_token& stop) {
    SymmetryOptions own = options;
    own.stop = stop;
    results[i] = std::make_shared<Symmetry>(compute_symmetry(*graphs[i], own));
  });
  return results;
}

bool isomorphic(const Graph& a, const Graph& b, const SymmetryOptions& options) {
  bool same = false;
  run_interruptibly([&](const std::stop_token& stop) {
    SymmetryOptions own = options;
    own.stop = stop;
    same = are_isomorphic(a, b, own);
  });
  return same;
}

}  // namespace

Symmetry symmetry_of(const Graph& graph, const SymmetryOptions& options) {
  // Below this size every search is over before a thread has started.
  constexpr std::int64_t small = 64;
  if (graph.num_nodes() <= small && !options.time_limit) {
    const py::gil_scoped_release release;
    return compute_symmetry(graph, options);
  }
  Symmetry symmetry;
  run_interruptibly([&](const std::stop_token& stop) {
    SymmetryOptions own = options;
    own.stop = stop;
    symmetry = compute_symmetry(graph, own);
  });
  return symmetry;
}

void bind_symmetry(py::module_& module) {
  py::class_<SymmetryOptions>(module, "SymmetryOptions")
      .def(py::init(&symmetry_options), py::arg("node_colours") = false,
           py::arg("edge_colours") = false, py::arg("time_limit") = py::none());
  bind_generators(module);
  bind_orbitals(module);
  bind_symmetry_class(module);
  module.def("symmetry", &symmetry_of, py::arg("graph"), py::arg("options"));
  module.def("symmetry_all", &symmetry_all, py::arg("graphs"), py::arg("options"),
             py::arg("threads"));
  module.def("is_isomorphic", &isomorphic, py::arg("a"), py::arg("b"), py::arg("options"));
}

SymmetryOptions symmetry_options(bool node_colours, bool edge_colours,
                                 std::optional<double> time_limit) {
  SymmetryOptions options{.node_colours = node_colours, .edge_colours = edge_colours};
  if (!time_limit) return options;
  try {
    options.time_limit = milliseconds_from_seconds(*time_limit);
  } catch (const Error& error) {
    fail("symmetry", "time_limit ", error.reason(), ", not ", *time_limit);
  }
  return options;
}

}  // namespace isotypic::python
