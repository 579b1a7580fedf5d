// Symmetries and orbitals as what Python pickles.
#pragma once

#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "python/bindings/border.hpp"

namespace isotypic::python {

/// Everything that cannot be computed quickly from the rest, and what Python has attached.
[[nodiscard]] py::tuple symmetry_state(const py::object& self);

/// The inverse. Throws Error when the parts are not those of a symmetry.
[[nodiscard]] std::pair<std::shared_ptr<Symmetry>, py::dict> symmetry_from_state(
    const py::tuple& state);

[[nodiscard]] py::tuple orbitals_state(const Orbitals& orbitals);
[[nodiscard]] Orbitals orbitals_from_state(const py::tuple& state);

}  // namespace isotypic::python
