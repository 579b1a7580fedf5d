#include "isotypic/base/value_groups.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace isotypic {

std::vector<std::int64_t> group_by_value(std::span<const std::vector<double>> rows,
                                         double tolerance) {
  using Group = std::vector<std::size_t>;
  std::vector<std::int64_t> ranks(rows.size(), 0);
  if (rows.empty()) return ranks;
  std::vector<Group> groups(1, Group(rows.size()));
  std::iota(groups[0].begin(), groups[0].end(), std::size_t{0});
  for (std::size_t column = 0; column < rows[0].size(); ++column) {
    std::vector<Group> finer;
    for (Group& group : groups) {
      std::sort(group.begin(), group.end(),
                [&](std::size_t a, std::size_t b) { return rows[a][column] < rows[b][column]; });
      for (std::size_t i = 0; i < group.size(); ++i) {
        const bool apart =
            i == 0 || rows[group[i]][column] - rows[group[i - 1]][column] > tolerance;
        if (apart) finer.emplace_back();
        finer.back().push_back(group[i]);
      }
    }
    groups = std::move(finer);
  }
  for (std::size_t rank = 0; rank < groups.size(); ++rank) {
    for (const std::size_t row : groups[rank]) ranks[row] = static_cast<std::int64_t>(rank);
  }
  return ranks;
}

}  // namespace isotypic
