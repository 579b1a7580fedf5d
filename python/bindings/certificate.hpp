// Certificates as dictionaries, for all kinds of decompositions.
#pragma once

#include "isotypic/channels/channels.hpp"
#include "python/bindings/border.hpp"

namespace isotypic::python {

inline py::dict certificate_dict(const Certificate& c) {
  using namespace py::literals;
  return py::dict("min_gap"_a = c.min_gap, "max_spread"_a = c.max_spread,
                  "orthogonality"_a = c.orthogonality, "residual"_a = c.residual,
                  "equivariance"_a = c.equivariance, "num_orbitals"_a = c.num_orbitals,
                  "attempts"_a = c.attempts);
}

}  // namespace isotypic::python
