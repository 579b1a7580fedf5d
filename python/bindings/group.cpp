// AutomorphismGroup: elements, stabilisers, orbits of sets, blocks, conjugacy classes.
#include "isotypic/channels/channels.hpp"
#include "isotypic/group/action.hpp"
#include "isotypic/group/automorphism_group.hpp"
#include "isotypic/group/conjugacy_classes.hpp"
#include "isotypic/group/export.hpp"
#include "isotypic/group/quotient.hpp"
#include "isotypic/group/set_orbits.hpp"
#include "isotypic/symmetry/arc_orbits.hpp"
#include "python/bindings/symmetry_options.hpp"

namespace isotypic::python {
namespace {

constexpr const char* group_text =
    R"(The automorphism group of a graph, to compute with; ``isotypic.automorphism_group`` makes it.

A permutation is an array: node v goes to ``p[v]``. ``p in group`` says whether p is an
automorphism, and ``for p in group`` lists all of them, the identity first.
)";

using GroupClass = py::class_<AutomorphismGroup, std::shared_ptr<AutomorphismGroup>>;

/// The elements one by one; the group stays alive as long as this does.
struct Elements {
  PermutationGroup::Iterator next;
  bool begun = false;
};

std::vector<std::int32_t> node_list(const py::object& nodes) {
  return to_int32(to_array(nodes, "nodes"), "nodes");
}

/// Work that may take long: without the GIL, and Ctrl-C ends the wait.
template <typename Work>
auto interruptibly(Work work) {
  std::optional<decltype(work())> result;
  run_interruptibly([&](const std::stop_token&) { result.emplace(work()); });
  return *std::move(result);
}

py::array random_elements(const AutomorphismGroup& group, std::int64_t count, std::uint64_t seed) {
  if (count < 0) throw py::value_error("count must be at least 0, not " + std::to_string(count));
  py::array_t<std::int32_t> rows(std::vector<py::ssize_t>{count, group.num_nodes()});
  const PermutationGroup elements = interruptibly([&] { return group.permutations(); });
  Random random(seed);
  for (std::int64_t i = 0; i < count; ++i) {
    const Permutation p = elements.random_element(random);
    // mutable_data(i, 0) would refuse the rows of a graph without nodes.
    std::copy(p.begin(), p.end(), rows.mutable_data() + i * group.num_nodes());
  }
  return rows;
}

void bind_elements(GroupClass& group) {
  group
      .def(
          "__contains__",
          [](const AutomorphismGroup& own, const py::object& p) {
            return own.contains(to_int32(to_array(p, "permutation"), "permutation"));
          },
          py::arg("p"), "Whether the permutation p is an automorphism.")
      .def(
          "__iter__",
          [](const AutomorphismGroup& own) {
            return Elements{interruptibly([&] { return own.permutations(); }).begin()};
          },
          "All automorphisms as arrays, the identity first.")
      .def("random_elements", &random_elements, py::arg("count"), py::arg("seed") = 0,
           "``count`` automorphisms, all equally likely: an int32 array with one row each.")
      .def(
          "stabiliser",
          [](const AutomorphismGroup& own, const py::object& nodes) {
            const auto list = node_list(nodes);
            return interruptibly([&] { return own.stabiliser(list); });
          },
          py::arg("nodes"), "The automorphisms that fix each of these nodes.")
      .def(
          "set_stabiliser",
          [](const AutomorphismGroup& own, const py::object& nodes) {
            const auto list = node_list(nodes);
            return interruptibly([&] { return own.set_stabiliser(list); });
          },
          py::arg("nodes"), "The automorphisms that take this set of nodes to itself.");
}

void bind_orbits(GroupClass& group) {
  group
      .def_property_readonly(
          "orbits", [](const AutomorphismGroup& own) { return orbit_lists(own.symmetry()); },
          "The orbits of nodes, as lists.")
      .def(
          "edge_orbits",
          [](const AutomorphismGroup& own) {
            return adopt(label_edge_orbits(own.graph(), own.symmetry().generators).orbit_of);
          },
          "The number of the orbit of every edge, in the order of ``graph.edges``.")
      .def(
          "arc_orbits",
          [](const AutomorphismGroup& own) {
            return adopt(label_arc_orbits(own.graph(), own.symmetry().generators).orbit_of);
          },
          "The number of the orbit of every arc (an edge with a direction), in the order of "
          "``graph.edge_index``.")
      .def(
          "set_orbit_length",
          [](const AutomorphismGroup& own, const py::object& nodes) {
            const auto list = node_list(nodes);
            return to_python_int(interruptibly([&] { return set_orbit_length(own, list); }));
          },
          py::arg("nodes"), "How many images a set of nodes has; they are not listed.")
      .def(
          "set_orbit",
          [](const AutomorphismGroup& own, const py::object& nodes, std::int64_t max_sets) {
            const auto list = node_list(nodes);
            return interruptibly([&] { return set_orbit(own, list, max_sets); });
          },
          py::arg("nodes"), py::arg("max_sets") = usual_max_images,
          "The images of a set of nodes, as lists. More than ``max_sets`` raise ``ValueError``.")
      .def(
          "orbits_of_sets",
          [](const AutomorphismGroup& own, std::int64_t size, std::int64_t max_sets) {
            std::vector<std::pair<NodeSet, std::int64_t>> orbits;
            for (auto& [representative, length] :
                 interruptibly([&] { return orbits_of_sets(own, size, max_sets); })) {
              orbits.emplace_back(std::move(representative), length);
            }
            return orbits;
          },
          py::arg("size"), py::arg("max_sets") = usual_max_sets,
          "The orbits of all sets of ``size`` nodes: pairs of a set and the length of its orbit.");
}

void bind_action(GroupClass& group) {
  group
      .def_property_readonly("is_transitive", &is_transitive, "Whether all nodes are in one orbit.")
      .def_property_readonly(
          "transitivity",
          [](const AutomorphismGroup& own) {
            return interruptibly([&] { return transitivity(own); });
          },
          "The largest k for which the group is k-transitive; 0 if it is not transitive.")
      .def_property_readonly(
          "is_primitive",
          [](const AutomorphismGroup& own) {
            return interruptibly([&] { return is_primitive(own); });
          },
          "Whether the group is transitive and respects no partition but the trivial ones.")
      .def_property_readonly(
          "rank",
          [](const AutomorphismGroup& own) { return interruptibly([&] { return rank(own); }); },
          "The number of orbits of ordered pairs of nodes.")
      .def(
          "subdegrees",
          [](const AutomorphismGroup& own, std::int32_t node) {
            return interruptibly([&] { return subdegrees(own, node); });
          },
          py::arg("node") = 0, "The sizes of the orbits of the stabiliser of a node, ascending.")
      .def(
          "block_systems",
          [](const AutomorphismGroup& own) {
            return interruptibly([&] { return minimal_block_systems(own); });
          },
          "The minimal block systems of a transitive group: lists with the block of every node.")
      .def(
          "conjugacy_classes",
          [](const AutomorphismGroup& own) {
            return interruptibly([&] { return conjugacy_classes(own); });
          },
          "The conjugacy classes, for groups of up to a million elements. The ``character`` of a "
          "class is the value of the permutation character.")
      .def(
          "components",
          [](const AutomorphismGroup& own) {
            return interruptibly([&] { return decompose(own.symmetry()).canonical->components; });
          },
          "The real irreducible pieces of the node space, with multiplicities and types.");
}

void bind_texts(GroupClass& group) {
  group
      .def(
          "quotient",
          [](const AutomorphismGroup& own) {
            QuotientGraph quotient = quotient_graph(own.graph(), own.symmetry());
            std::vector<std::tuple<std::int32_t, std::int32_t, std::int64_t>> arcs;
            for (const auto& [from, to, count] : quotient.arcs) arcs.emplace_back(from, to, count);
            return py::make_tuple(std::move(quotient.graph), std::move(quotient.size), arcs);
          },
          "The quotient by the orbits: a Graph with one node per orbit, the sizes of the orbits, "
          "and triples (i, j, c): each node of orbit i has c neighbours in orbit j.")
      .def(
          "to_gap",
          [](const AutomorphismGroup& own) { return format_gap_group(own.symmetry().generators); },
          "An expression for GAP, which counts nodes from 1.")
      .def(
          "to_sage",
          [](const AutomorphismGroup& own) {
            return format_sage_group(own.symmetry().generators, own.num_nodes());
          },
          "An expression for Sage; nodes are counted from 0.")
      .def(
          "to_cycles",
          [](const AutomorphismGroup& own, std::int32_t first) {
            return format_cycles(own.symmetry().generators, first);
          },
          py::arg("first") = 0,
          "The generators in cycle notation, one per line, with nodes counted from ``first``.");
}

void bind_protocols(GroupClass& group) {
  group
      .def("__repr__",
           [](const AutomorphismGroup& own) {
             constexpr std::size_t longest = 40;
             const std::string& order = own.order();
             return "AutomorphismGroup(num_nodes=" + std::to_string(own.num_nodes()) + ", order=" +
                    (order.size() <= longest ? order
                                             : "<" + std::to_string(order.size()) + " digits>") +
                    ")";
           })
      // The graph has just the colours that count, so it is all that is needed.
      .def(py::pickle([](const AutomorphismGroup& own) { return py::make_tuple(own.graph()); },
                      [](const py::tuple& state) {
                        if (state.size() != 1)
                          throw py::value_error("a pickled group has one part");
                        return AutomorphismGroup(state[0].cast<const Graph&>(),
                                                 {.node_colours = true, .edge_colours = true});
                      }));
}

void bind_iteration(py::module_& module) {
  py::class_<Elements>(module, "GroupElements", "The elements of a group, one by one.")
      .def(
          "__iter__", [](Elements& own) -> Elements& { return own; }, "Itself.")
      .def(
          "__next__",
          [](Elements& own) {
            if (std::exchange(own.begun, true)) ++own.next;
            if (own.next == std::default_sentinel) throw py::stop_iteration();
            return adopt(Permutation(*own.next));
          },
          "The next element.");
}

}  // namespace

void bind_group(py::module_& module) {
  bind_iteration(module);
  GroupClass group(module, "AutomorphismGroup", group_text);
  group
      .def(py::init([](const Graph& graph, const SymmetryOptions& options) {
             return interruptibly([&] { return AutomorphismGroup(graph, options); });
           }),
           py::arg("graph"), py::arg("options"), "Finds the group.")
      .def_property_readonly("num_nodes", &AutomorphismGroup::num_nodes, "The number of nodes.")
      .def_property_readonly(
          "order", [](const AutomorphismGroup& own) { return to_python_int(own.order()); },
          "The number of automorphisms: exact, a Python int of any size.")
      .def_property_readonly(
          "graph", [](const AutomorphismGroup& own) { return own.graph(); },
          "The graph, with the colours that count.")
      .def_property_readonly(
          "symmetry",
          [](const AutomorphismGroup& own) { return std::make_shared<Symmetry>(own.symmetry()); },
          "Generators, orbits, orbitals and canonical form.");
  bind_elements(group);
  bind_orbits(group);
  bind_action(group);
  bind_texts(group);
  bind_protocols(group);
  module.def(
      "find_isomorphism",
      [](const Graph& a, const Graph& b,
         const SymmetryOptions& options) -> std::optional<py::array> {
        auto map = interruptibly([&] { return find_isomorphism(a, b, options); });
        if (!map) return std::nullopt;
        return adopt(*std::move(map));
      },
      py::arg("a"), py::arg("b"), py::arg("options"), "An isomorphism from a to b, or None.");
}

}  // namespace isotypic::python
