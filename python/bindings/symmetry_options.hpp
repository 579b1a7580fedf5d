// Symmetry as the bindings of symmetry and channels both need it.
#pragma once

#include "isotypic/symmetry/symmetry.hpp"
#include "python/bindings/border.hpp"

namespace isotypic::python {

/// `time_limit` in seconds; 0 is none. Throws Error when it is negative, too large or not a number.
[[nodiscard]] SymmetryOptions symmetry_options(bool node_colours, bool edge_colours,
                                               std::optional<double> time_limit);

/// compute_symmetry without the GIL; large graphs on a thread of their own, so that Ctrl-C works.
[[nodiscard]] Symmetry symmetry_of(const Graph& graph, const SymmetryOptions& options);

/// An exact order, of any size. Python refuses to read very long decimal numbers at once.
[[nodiscard]] py::int_ to_python_int(const std::string& digits);

}  // namespace isotypic::python
