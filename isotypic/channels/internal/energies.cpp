#include "isotypic/channels/internal/energies.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic {

Explanation finish_explanation(Explanation measured) {
  // An energy below this part of the total is rounding: (1e-10)^2, as in the readout.
  constexpr double energy_floor = 1e-20;
  if (!std::isfinite(measured.total)) {
    fail("explain", "the embeddings are too large: their energy leaves the range of double");
  }
  measured.kept_by_pooling = std::min(measured.kept_by_pooling, measured.total);
  double hidden = 0.0;
  for (ComponentEnergy& part : measured.components) {
    if (part.energy <= energy_floor * measured.total) part.energy = 0.0;
    part.energy = std::min(part.energy, measured.total);
    if (part.component.trivial) {
      measured.visible_to_linear_readouts = std::max(part.energy, measured.kept_by_pooling);
    } else {
      hidden += part.energy;
    }
    if (measured.total > 0.0) part.fraction = part.energy / measured.total;
  }
  // Not all but a rounding error.
  if (hidden == 0.0) measured.visible_to_linear_readouts = measured.total;
  return measured;
}

}  // namespace isotypic
