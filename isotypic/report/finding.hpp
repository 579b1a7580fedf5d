// finding_of: the one figure of a record that a reader should see first, and a sentence about it.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "isotypic/report/record.hpp"

namespace isotypic::report {

struct Finding {
  std::string name;  ///< of the figure
  double value = 0.0;
  std::optional<double> total;  ///< pairs there are, if the figure counts pairs
  std::optional<double> paper;  ///< the paper's value
  std::optional<double> sum;  ///< the same figure with sum pooling instead of the isotypic readout
  /// Of the ladder: the first rung that tells most pairs apart, with their number, if that is more.
  std::optional<std::pair<std::string, double>> best;
  bool nothing_at_first = false;  ///< of the ladder: its first rung tells no pair apart
  std::string sentence;           ///< "With GIN, the isotypic readout (8 blocks) separates ..."
};

/// The choice needs nothing but names: a figure that the paper has too comes first, then one of the
/// isotypic readout, then one of the whole data set, then one that is not zero. Deviations, single
/// seeds, counts of seeds or pairs, and times come last. None if the record has no finite figure.
[[nodiscard]] std::optional<Finding> finding_of(const Record& record);

/// Whether figures of this name are about a run rather than about its result: times, seeds.
[[nodiscard]] bool is_secondary(const std::string& quantity);

}  // namespace isotypic::report
