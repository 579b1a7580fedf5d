// Rows of real numbers that are equal up to rounding.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace isotypic {

/// Groups rows of equal length, and ranks the groups. Column after column, the rows of a group are
/// sorted, and the group is split wherever neighbours lie further apart than `tolerance`. Rows that
/// differ by less in every column are never separated, whatever stands between them, and ranks
/// follow the values: they do not depend on the order of the rows.
///
/// Returns the rank of the group of each row: 0, 1, ... Time O(columns * rows log rows).
[[nodiscard]] std::vector<std::int64_t> group_by_value(std::span<const std::vector<double>> rows,
                                                       double tolerance);

}  // namespace isotypic
