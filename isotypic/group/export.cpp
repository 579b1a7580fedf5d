#include "isotypic/group/export.hpp"

namespace isotypic {

std::string format_gap_group(std::span<const SparsePermutation> generators) {
  std::string text = "Group(";
  if (generators.empty()) text += "()";
  for (std::size_t i = 0; i < generators.size(); ++i) {
    if (i > 0) text += ',';
    text += cycle_notation(generators[i], {.first = 1, .separator = ","});
  }
  return text + ')';
}

std::string format_sage_group(std::span<const SparsePermutation> generators,
                              std::int64_t num_points) {
  std::string text = "PermutationGroup([";
  for (std::size_t i = 0; i < generators.size(); ++i) {
    if (i > 0) text += ", ";
    // Sage takes a generator as a list of tuples.
    text += '[';
    const std::string cycles = cycle_notation(generators[i], {.separator = ","});
    for (const char c : cycles) {
      if (c == '(' && text.back() == ')') text += ',';
      text += c;
    }
    text += ']';
  }
  return text + "], domain=range(" + std::to_string(num_points) + "))";
}

std::string format_cycles(std::span<const SparsePermutation> generators, std::int32_t first) {
  std::string text;
  for (const SparsePermutation& g : generators) text += cycle_notation(g, {.first = first}) + '\n';
  return text;
}

}  // namespace isotypic
