// Properties that several tests state.
#pragma once

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// Whether colour refinement of both graphs side by side gives every colour equally often.
[[nodiscard]] bool equal_wl_colours(const Graph& a, const Graph& b);

}  // namespace isotypic
