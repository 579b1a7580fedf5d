// Symmetry, its generators and orbitals.
#include "isotypic/symmetry/symmetry.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/base/time_limit.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "python/bindings/symmetry_options.hpp"
#include "python/bindings/symmetry_state.hpp"

namespace isotypic::python {
namespace {

using SymmetryPointer = std::shared_ptr<Symmetry>;

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

constexpr const char* generators_text =
    R"(Generators of an automorphism group: a sequence of arrays of images.

``generators[i][v]`` is the image of node v under generator i. The arrays are made when you ask
for them, for all those of a large tree would not fit into memory.
)";

void bind_generators(py::module_& module) {
  py::class_<Generators>(module, "Generators", generators_text)
      .def("__len__", [](const Generators& own) { return own.symmetry->generators.size(); })
      .def(
          "__getitem__",
          [](const Generators& own, std::int64_t i) {
            return adopt(to_dense(own.at(i), own.symmetry->num_nodes));
          },
          py::arg("i"), "The images of all nodes under generator i, int32.")
      .def(
          "cycles", [](const Generators& own, std::int64_t i) { return cycle_notation(own.at(i)); },
          py::arg("i"), "Generator i in cycle notation, such as ``(0 3)(1 2 5)``.")
      .def("__repr__",
           [](const Generators& own) {
             return "<" + std::to_string(own.symmetry->generators.size()) + " generators>";
           })
      .def("__reduce__", [](const Generators& own) {
        const py::object getattr = py::module_::import("builtins").attr("getattr");
        return py::make_tuple(
            getattr, py::make_tuple(std::const_pointer_cast<Symmetry>(own.symmetry), "generators"));
      });
}

constexpr const char* orbitals_text =
    R"(The orbits of an automorphism group on ordered pairs of nodes.

A matrix commutes with all automorphisms exactly if it is constant on each orbital.
)";

void bind_orbitals(py::module_& module) {
  py::class_<Orbitals>(module, "Orbitals", orbitals_text)
      .def_readonly("num_nodes", &Orbitals::num_nodes, "The number of nodes.")
      .def_readonly("count", &Orbitals::count, "The number of orbitals: the rank of the group.")
      .def_property_readonly(
          "labels",
          [](py::handle self) {
            const auto& own = self.cast<const Orbitals&>();
            constexpr py::ssize_t size = sizeof(std::int32_t);
            return view(own.labels.data(), {own.num_nodes, own.num_nodes},
                        {own.num_nodes * size, size}, self);
          },
          "``labels[u, v]`` is the orbital of the pair (u, v); a read-only view.")
      .def_property_readonly(
          "transposed",
          [](py::handle self) { return view(self.cast<const Orbitals&>().transposed, self); },
          "``transposed[k]`` is the orbital of the reversed pairs of orbital k.")
      .def_property_readonly(
          "valency",
          [](py::handle self) { return view(self.cast<const Orbitals&>().valency, self); },
          "``valency[k]`` is the number of pairs of orbital k that start at one given node.")
      .def(
          "__eq__", [](const Orbitals& a, const Orbitals& b) { return a == b; }, py::arg("other"),
          py::is_operator())
      .def("__repr__",
           [](const Orbitals& own) {
             return "Orbitals(num_nodes=" + std::to_string(own.num_nodes) +
                    ", count=" + std::to_string(own.count) + ")";
           })
      .def(py::pickle(&orbitals_state, &orbitals_from_state));
}

constexpr const char* symmetry_text =
    R"(The automorphism group of a graph and its canonical form; ``isotypic.symmetry`` makes it.

Nodes have the numbers that they have in the graph; ``node_names`` are the names that a NetworkX or
igraph graph gave them, or None.
)";

using SymmetryClass = py::class_<Symmetry, SymmetryPointer>;

/// What a node is called: by its name if it has one.
py::object name_of(const py::object& names, std::int32_t v) {
  return names.is_none() ? py::int_(v) : py::object(names[py::int_(v)]);
}

py::list orbit_names(const py::object& self) {
  const py::object names = self.attr("node_names");
  py::list orbits;
  for (const std::vector<std::int32_t>& nodes : orbit_lists(self.cast<const Symmetry&>())) {
    py::list orbit;
    for (const std::int32_t v : nodes) orbit.append(name_of(names, v));
    orbits.append(orbit);
  }
  return orbits;
}

py::dict generator_map(const py::object& self, std::int64_t i) {
  const py::object names = self.attr("node_names");
  const SparsePermutation& g = Generators{self.cast<SymmetryPointer>()}.at(i);
  py::dict images;
  for (std::size_t k = 0; k < g.points.size(); ++k) {
    images[name_of(names, g.points[k])] = name_of(names, g.images[k]);
  }
  return images;
}

void bind_group(SymmetryClass& symmetry) {
  symmetry.def_readonly("num_nodes", &Symmetry::num_nodes, "The number of nodes.")
      .def_readonly("num_orbits", &Symmetry::num_orbits, "The number of orbits of nodes.")
      .def_property_readonly(
          "order", [](const Symmetry& own) { return to_python_int(own.order); },
          "The number of automorphisms: exact, a Python int of any size.")
      .def_property_readonly(
          "generators", [](const SymmetryPointer& own) { return Generators{own}; },
          "Generators of the group; each was checked to be an automorphism.")
      .def_property_readonly(
          "orbits",
          [](py::handle self) { return view(self.cast<const Symmetry&>().orbit_of, self); },
          "The number of the orbit of every node. Corresponding orbits of relabelled copies have "
          "the same number.")
      .def("orbit_lists", &orbit_lists, "The orbits as lists of nodes, by number of the orbit.")
      .def("orbit_names", &orbit_names,
           "The orbits as lists of node names; of numbers if the nodes have no names.")
      .def("generator_map", &generator_map, py::arg("i"),
           "Generator i as a dict from the names of the nodes it moves to those of their images.")
      .def(
          "orbitals",
          [](const Symmetry& own) {
            Orbitals orbitals;
            run_interruptibly([&](const std::stop_token&) { orbitals = compute_orbitals(own); });
            return orbitals;
          },
          "The orbits on ordered pairs of nodes; needs memory for n * n numbers.");
}

void bind_canonical_form(SymmetryClass& symmetry) {
  symmetry
      .def_property_readonly(
          "position",
          [](py::handle self) { return view(self.cast<const Symmetry&>().position, self); },
          "Node v stands at ``position[v]`` in the canonical form.")
      .def_property_readonly(
          "canonical", [](const Symmetry& own) { return own.canonical; },
          "The canonical form: the same Graph for two graphs exactly if they are isomorphic.")
      .def_property_readonly(
          "hash", [](const Symmetry& own) { return to_string(own.hash); },
          "128 bits of the canonical form, as 32 hexadecimal digits.")
      .def_property_readonly(
          "engine", [](const Symmetry& own) { return engine_name(own.engine); },
          "What found the canonical form. Forms of different engines cannot be compared.");
}

void bind_symmetry_class(py::module_& module) {
  SymmetryClass symmetry(module, "Symmetry", py::dynamic_attr(), symmetry_text);
  symmetry.attr("node_names") = py::none();
  bind_group(symmetry);
  bind_canonical_form(symmetry);
  symmetry
      .def("__repr__",
           [](const Symmetry& own) {
             constexpr std::size_t longest = 40;
             const std::string order = own.order.size() <= longest
                                           ? own.order
                                           : "<" + std::to_string(own.order.size()) + " digits>";
             return "Symmetry(num_nodes=" + std::to_string(own.num_nodes) + ", order=" + order +
                    ", num_orbits=" + std::to_string(own.num_orbits) + ")";
           })
      .def(py::pickle(&symmetry_state, &symmetry_from_state));
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
  py::class_<SymmetryOptions>(module, "SymmetryOptions", "The options of ``symmetry``.")
      .def(py::init(&symmetry_options), py::arg("node_colours") = false,
           py::arg("edge_colours") = false, py::arg("time_limit") = py::none(), "Checks them.");
  bind_generators(module);
  bind_orbitals(module);
  bind_symmetry_class(module);
  module.def("symmetry", &symmetry_of, py::arg("graph"), py::arg("options"),
             "The symmetry of one graph.");
  module.def("symmetry_all", &symmetry_all, py::arg("graphs"), py::arg("options"),
             py::arg("threads"), "The symmetries of many graphs.");
  module.def("is_isomorphic", &isomorphic, py::arg("a"), py::arg("b"), py::arg("options"),
             "Whether two graphs are isomorphic.");
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
