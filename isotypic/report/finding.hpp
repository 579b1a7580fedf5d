// finding_of: the one figure of a record that a reader should see first, and a sentence about it.
#pragma once

#include <optional>
#include <string>

#include "isotypic/report/record.hpp"

namespace isotypic::report {

struct Finding {
  std::string name;  ///< of the figure
  double value = 0.0;
  std::optional<double> paper;  ///< the paper's value
  std::optional<double> sum;  ///< the same figure with sum pooling instead of the isotypic readout
  std::string sentence;       ///< "GIN, isotypic B=8: separated 34. The paper has 33, ..."
};

/// The choice needs nothing but names: a figure that the paper has too comes first, then one of the
/// isotypic readout, then one of the whole data set, then one that is not zero. Deviations, single
/// seeds, counts of seeds or pairs, and times come last. None if the record has no finite figure.
[[nodiscard]] std::optional<Finding> finding_of(const Record& record);

}  // namespace isotypic::report
