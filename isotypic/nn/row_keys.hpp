// row_keys: which rows of a matrix of categories are equal. Internal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

namespace isotypic::nn {

/// Equal rows get equal keys, numbered by first appearance; nothing without columns.
template <typename Category>
[[nodiscard]] std::vector<std::int32_t> row_keys(const Category* rows, std::int64_t count,
                                                 std::int64_t columns) {
  std::vector<std::int32_t> keys;
  if (columns == 0) return keys;
  std::vector<const Category*> distinct;  // a molecule has few kinds
  for (const Category* row = rows; row != rows + count * columns; row += columns) {
    const auto same = std::ranges::find_if(
        distinct, [&](const Category* other) { return std::equal(row, row + columns, other); });
    keys.push_back(static_cast<std::int32_t>(same - distinct.begin()));
    if (same == distinct.end()) distinct.push_back(row);
  }
  return keys;
}

}  // namespace isotypic::nn
