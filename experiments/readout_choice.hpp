// ReadoutChoice: a readout under test, as the tables name it.
#pragma once

#include <cstdint>
#include <string>

namespace isotypic::experiments {

/// One readout under test; `blocks` counts for the isotypic ones.
struct ReadoutChoice {
  std::string readout;
  std::int64_t blocks = 8;  ///< 0: as many as the graphs have

  /// "sum", "isotypic B=8", "linear all blocks".
  [[nodiscard]] std::string label() const;
};

}  // namespace isotypic::experiments
