// finding_of_rounds: what a reader should see first of configurations trained in rounds.
#pragma once

#include <optional>

#include "isotypic/report/finding.hpp"

namespace isotypic::report {

/// The best configuration, beside the first one and their paired test; or that none of them beats
/// the baseline. `record` is of rounds (is_of_rounds). None if no configuration has a score.
[[nodiscard]] std::optional<Finding> finding_of_rounds(const Record& record);

}  // namespace isotypic::report
