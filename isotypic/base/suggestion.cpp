#include "isotypic/base/suggestion.hpp"

#include <algorithm>
#include <cctype>
#include <vector>

namespace isotypic {
namespace {

/// Longer texts are no names.
constexpr std::size_t longest_name = 80;

std::string folded(std::string_view text) {
  std::string result;
  for (const char c : text) {
    result += c == '_' ? '-' : static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  }
  return result;
}

/// Insertions, deletions, changes and swaps of neighbours (optimal string alignment).
std::size_t edit_distance(const std::string& a, const std::string& b) {
  std::vector<std::vector<std::size_t>> cost(a.size() + 1, std::vector<std::size_t>(b.size() + 1));
  for (std::size_t i = 0; i <= a.size(); ++i) cost[i][0] = i;
  for (std::size_t j = 0; j <= b.size(); ++j) cost[0][j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t changed = cost[i - 1][j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      cost[i][j] = std::min({changed, cost[i - 1][j] + 1, cost[i][j - 1] + 1});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) cost[i][j] = std::min(cost[i][j], cost[i - 2][j - 2] + 1);
    }
  }
  return cost[a.size()][b.size()];
}

/// How far off a name of this length may be: in a short word few letters say much.
std::size_t tolerance(std::size_t length) { return length <= 2 ? 1 : length <= 5 ? 2 : 3; }

}  // namespace

std::optional<std::string> nearest_name(std::string_view typed,
                                        std::span<const std::string> names) {
  if (typed.empty() || typed.size() > longest_name) return std::nullopt;
  const std::string word = folded(typed);
  std::optional<std::string> nearest;
  std::size_t least = tolerance(word.size()) + 1;
  for (const std::string& name : names) {
    const std::string known = folded(name);
    std::size_t off = edit_distance(word, known);
    constexpr std::size_t shortest_beginning = 3;
    const bool begins = word.size() >= shortest_beginning && known.starts_with(word);
    if (begins) off = std::min<std::size_t>(off, 2);
    if (off >= least) continue;
    least = off;
    nearest = name;
  }
  return nearest;
}

std::string did_you_mean(std::string_view typed, std::span<const std::string> names) {
  const auto nearest = nearest_name(typed, names);
  return nearest ? "; did you mean " + *nearest + "?" : "";
}

}  // namespace isotypic
