// ConjugacyClass: what AutomorphismGroup.conjugacy_classes lists.
#include "isotypic/group/conjugacy_classes.hpp"

#include "python/bindings/border.hpp"

namespace isotypic::python {

void bind_conjugacy_classes(py::module_& module) {
  py::class_<ConjugacyClass>(module, "ConjugacyClass", "A conjugacy class of a group.")
      .def_property_readonly(
          "representative",
          [](const ConjugacyClass& own) { return adopt(Permutation(own.representative)); },
          "One element of the class.")
      .def_readonly("size", &ConjugacyClass::size, "The number of elements.")
      .def_readonly("element_order", &ConjugacyClass::element_order, "The order of the elements.")
      .def_readonly("cycle_type", &ConjugacyClass::cycle_type,
                    "The lengths of the cycles, descending, with ones for fixed nodes.")
      .def_readonly("character", &ConjugacyClass::fixed_points,
                    "How many nodes an element fixes: the value of the permutation character.")
      .def("__repr__",
           [](const ConjugacyClass& own) {
             return "ConjugacyClass(size=" + std::to_string(own.size) +
                    ", element_order=" + std::to_string(own.element_order) +
                    ", character=" + std::to_string(own.fixed_points) + ")";
           })
      .def(py::pickle(
          [](const ConjugacyClass& own) {
            return py::make_tuple(own.representative, own.size, own.element_order, own.cycle_type,
                                  own.fixed_points);
          },
          [](const py::tuple& state) {
            if (state.size() != 5) throw py::value_error("a pickled class has five parts");
            return ConjugacyClass{state[0].cast<Permutation>(), state[1].cast<std::int64_t>(),
                                  state[2].cast<std::int64_t>(),
                                  state[3].cast<std::vector<std::int32_t>>(),
                                  state[4].cast<std::int64_t>()};
          }));
}

}  // namespace isotypic::python
