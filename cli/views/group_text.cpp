// What `isotypic group` shows people.

#include <algorithm>
#include <map>

#include "cli/views/channels_view.hpp"
#include "cli/views/group_view.hpp"
#include "cli/views/labelled_lines.hpp"

namespace isotypic::cli {
namespace {

/// Longer lists are cut; JSON has them whole.
constexpr std::int64_t most_lines = 8;

/// "1 x 10, 3 x 4": how many orbits there are of each size.
std::string size_counts(const std::vector<std::int64_t>& sizes) {
  std::map<std::int64_t, std::int64_t> counts;
  for (const std::int64_t size : sizes) ++counts[size];
  std::string text;
  for (const auto& [size, count] : counts) {
    text += (text.empty() ? "" : ", ") + std::to_string(count) + " of size " + std::to_string(size);
  }
  return text;
}

std::string orbits_text(const GroupAnswers& answers) {
  std::string text = std::to_string(answers.orbit_sizes.size()) + " of nodes, " +
                     std::to_string(answers.num_edge_orbits) + " of edges, " +
                     std::to_string(answers.num_arc_orbits) + " of arcs";
  if (answers.rank) text += ", " + std::to_string(*answers.rank) + " of pairs";
  return text;
}

std::string action_text(const GroupAnswers& answers) {
  if (answers.transitivity == 0) return "not transitive";
  const std::int64_t n = answers.group.num_nodes();
  std::string text = "transitive";
  if (n > 1 && answers.transitivity == n) text = "all permutations of the nodes";
  if (answers.primitive) text += *answers.primitive ? ", primitive" : ", not primitive";
  if (answers.rank) text += ", rank " + std::to_string(*answers.rank);
  return text;
}

template <typename Numbers>
std::string spaced(const Numbers& numbers, std::int32_t first = 0) {
  std::string text;
  for (const auto number : numbers)
    text += (text.empty() ? "" : " ") + std::to_string(number + first);
  return text;
}

void add_elements(LabelledLines& lines, const std::string& label,
                  const std::vector<Permutation>& elements, std::int32_t first) {
  for (const Permutation& p : elements) {
    lines.add(label, cycle_notation(to_sparse(p), {.first = first}), most_lines);
  }
}

void add_classes(LabelledLines& lines, const GroupAnswers& answers, std::int32_t first) {
  for (const ConjugacyClass& own : answers.classes) {
    lines.add("class",
              std::to_string(own.size) + " of order " + std::to_string(own.element_order) +
                  ", character " + std::to_string(own.fixed_points) + ": " +
                  cycle_notation(to_sparse(own.representative), {.first = first}),
              most_lines);
  }
}

void add_blocks(LabelledLines& lines, const GroupAnswers& answers) {
  if (!answers.block_systems) {
    lines.add("blocks", "none, the group is not transitive");
    return;
  }
  if (answers.block_systems->empty()) lines.add("blocks", "none but the trivial ones");
  for (const auto& system : *answers.block_systems) {
    const auto size = std::count(system.begin(), system.end(), system.front());
    lines.add("blocks",
              std::to_string(std::ssize(system) / size) + " of size " + std::to_string(size));
  }
}

void add_quotient(LabelledLines& lines, const QuotientGraph& quotient) {
  for (const auto& [from, to, count] : quotient.arcs) {
    lines.add("quotient", "a node of orbit " + std::to_string(from) + " has " +
                              std::to_string(count) + (count == 1 ? " neighbour" : " neighbours") +
                              " in orbit " + std::to_string(to));
  }
}

}  // namespace

std::string to_text(const GroupAnswers& answers, const GroupQuestions& questions,
                    std::int64_t width) {
  const Symmetry& symmetry = answers.group.symmetry();
  LabelledLines lines(width);
  lines.title(answers.source + ": " + std::to_string(symmetry.num_nodes) + " nodes, " +
              std::to_string(answers.num_edges) + " edges");
  lines.add("order", symmetry.order, most_lines);
  lines.add("orbits", orbits_text(answers));
  lines.add("sizes", size_counts(answers.orbit_sizes), most_lines);
  lines.add("action", action_text(answers));
  if (!answers.subdegrees.empty()) lines.add("subdegrees", spaced(answers.subdegrees), most_lines);
  if (answers.components) {
    std::string text;
    for (const Component& component : *answers.components) {
      text += (text.empty() ? "" : " + ") + component_name(component);
    }
    lines.add("irreducible", text, most_lines);
  }
  if (questions.generators) {
    for (const SparsePermutation& g : symmetry.generators) {
      lines.add("generator", cycle_notation(g, {.first = questions.first}), most_lines);
    }
  }
  if (answers.contains) lines.add("contains", *answers.contains ? "yes" : "no");
  if (answers.set_orbit_length) {
    lines.add("set orbit", *answers.set_orbit_length + " images", most_lines);
    for (const auto& set : answers.set_orbit) {
      lines.add("image", "{" + spaced(set, questions.first) + "}", most_lines);
    }
  }
  add_elements(lines, "random", answers.random, questions.first);
  add_elements(lines, "element", answers.elements, questions.first);
  if (questions.classes) add_classes(lines, answers, questions.first);
  if (questions.blocks) add_blocks(lines, answers);
  if (answers.quotient) add_quotient(lines, *answers.quotient);
  return lines.text();
}

}  // namespace isotypic::cli
