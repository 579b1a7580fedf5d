#include "experiments/readout_choice.hpp"

#include "experiments/settings.hpp"

namespace isotypic::experiments {

std::string ReadoutChoice::label() const {
  if (!is_isotypic(readout)) return readout;
  return readout + (blocks > 0 ? " B=" + std::to_string(blocks) : " all blocks");
}

}  // namespace isotypic::experiments
