#include "python/bindings/symmetry_state.hpp"

#include <algorithm>
#include <functional>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/union_find.hpp"

namespace isotypic::python {
namespace {

[[noreturn]] void fail_damaged(const char* what) {
  fail("symmetry", "the pickled state is damaged: ", what);
}

/// The generators as three arrays: how many points each moves, the points, their images.
py::tuple pack(const std::vector<SparsePermutation>& generators) {
  std::vector<std::int64_t> sizes;
  std::vector<std::int32_t> points;
  std::vector<std::int32_t> images;
  for (const SparsePermutation& g : generators) {
    sizes.push_back(std::ssize(g.points));
    points.insert(points.end(), g.points.begin(), g.points.end());
    images.insert(images.end(), g.images.begin(), g.images.end());
  }
  return py::make_tuple(adopt(std::move(sizes)), adopt(std::move(points)),
                        adopt(std::move(images)));
}

bool is_permutation_of(const SparsePermutation& g, std::int64_t n) {
  std::vector<std::int32_t> sorted = g.images;
  std::ranges::sort(sorted);
  return sorted == g.points && std::ranges::is_sorted(sorted, std::less_equal<>()) &&
         (sorted.empty() || (sorted.front() >= 0 && sorted.back() < n));
}

std::vector<SparsePermutation> unpack(const py::tuple& packed, std::int64_t n) {
  if (packed.size() != 3) fail_damaged("its generators");
  const std::vector<std::int32_t> sizes = to_int32(packed[0].cast<py::array>(), "sizes");
  const std::vector<std::int32_t> points = to_int32(packed[1].cast<py::array>(), "points");
  const std::vector<std::int32_t> images = to_int32(packed[2].cast<py::array>(), "images");
  if (points.size() != images.size()) fail_damaged("its generators");
  std::vector<SparsePermutation> generators;
  std::int64_t begin = 0;
  for (const std::int32_t size : sizes) {
    const std::int64_t end = begin + size;
    if (size < 0 || end > std::ssize(points)) fail_damaged("its generators");
    SparsePermutation g{{points.begin() + begin, points.begin() + end},
                        {images.begin() + begin, images.begin() + end}};
    if (!is_permutation_of(g, n)) fail_damaged("a generator is not a permutation");
    generators.push_back(std::move(g));
    begin = end;
  }
  return generators;
}

/// Orbits numbered by first appearance in canonical order.
void find_orbits(Symmetry& symmetry) {
  UnionFind classes(symmetry.num_nodes);
  for (const SparsePermutation& g : symmetry.generators) {
    for (std::size_t i = 0; i < g.points.size(); ++i) classes.unite(g.points[i], g.images[i]);
  }
  symmetry.num_orbits = classes.num_classes();
  symmetry.orbit_of.resize(symmetry.num_nodes);
  std::vector<std::int32_t> number(symmetry.num_nodes, -1);
  std::int32_t next = 0;
  for (const std::int32_t v : inverse(symmetry.position)) {
    std::int32_t& known = number[classes.root(v)];
    if (known < 0) known = next++;
    symmetry.orbit_of[v] = known;
  }
}

SymmetryEngine engine_of(const std::string& name) {
  for (const SymmetryEngine engine : {SymmetryEngine::DenseNauty, SymmetryEngine::Traces}) {
    if (engine_name(engine) == name) return engine;
  }
  fail("symmetry", "the pickle was written with the engine ", name,
       ", which this version does not have: compute the symmetry anew");
}

}  // namespace

py::tuple symmetry_state(const py::object& self) {
  const auto& own = self.cast<const Symmetry&>();
  return py::make_tuple(engine_name(own.engine), pack(own.generators), own.order,
                        adopt(Permutation(own.position)), own.canonical, self.attr("__dict__"));
}

std::pair<std::shared_ptr<Symmetry>, py::dict> symmetry_from_state(const py::tuple& state) {
  if (state.size() != 6) fail_damaged("it does not have 6 parts");
  auto symmetry = std::make_shared<Symmetry>();
  symmetry->engine = engine_of(state[0].cast<std::string>());
  symmetry->order = state[2].cast<std::string>();
  symmetry->position = to_int32(state[3].cast<py::array>(), "position");
  symmetry->canonical = state[4].cast<const Graph&>();
  symmetry->num_nodes = symmetry->canonical.num_nodes();
  const bool is_number = !symmetry->order.empty() &&
                         symmetry->order.find_first_not_of("0123456789") == std::string::npos;
  if (!is_number) fail_damaged("its order is no number");
  if (std::ssize(symmetry->position) != symmetry->num_nodes ||
      !is_permutation(symmetry->position)) {
    fail_damaged("its positions");
  }
  symmetry->generators = unpack(state[1].cast<py::tuple>(), symmetry->num_nodes);
  find_orbits(*symmetry);
  symmetry->hash = hash_graph(symmetry->canonical);
  return {symmetry, state[5].cast<py::dict>()};
}

py::tuple orbitals_state(const Orbitals& orbitals) {
  return py::make_tuple(orbitals.num_nodes, adopt(std::vector<std::int32_t>(orbitals.labels)),
                        adopt(std::vector<std::int32_t>(orbitals.transposed)),
                        adopt(std::vector<std::int32_t>(orbitals.valency)));
}

Orbitals orbitals_from_state(const py::tuple& state) {
  if (state.size() != 4) fail("orbitals", "the pickled state has ", state.size(), " parts, not 4");
  Orbitals orbitals{.num_nodes = state[0].cast<std::int64_t>(),
                    .labels = to_int32(state[1].cast<py::array>(), "labels"),
                    .transposed = to_int32(state[2].cast<py::array>(), "transposed"),
                    .valency = to_int32(state[3].cast<py::array>(), "valency")};
  orbitals.count = std::ssize(orbitals.valency);
  const auto is_orbital = [&](std::int32_t k) { return k >= 0 && k < orbitals.count; };
  if (orbitals.num_nodes < 0 || orbitals.num_nodes > max_orbital_nodes ||
      std::ssize(orbitals.labels) != orbitals.num_nodes * orbitals.num_nodes ||
      std::ssize(orbitals.transposed) != orbitals.count ||
      !std::ranges::all_of(orbitals.labels, is_orbital) ||
      !std::ranges::all_of(orbitals.transposed, is_orbital)) {
    fail("orbitals", "the pickled state is damaged");
  }
  return orbitals;
}

}  // namespace isotypic::python
