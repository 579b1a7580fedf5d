// What `isotypic group` says about the group of one graph, as JSON, CSV and text.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/group/automorphism_group.hpp"
#include "isotypic/group/conjugacy_classes.hpp"
#include "isotypic/group/quotient.hpp"

namespace isotypic::cli {

/// What to compute besides the summary.
struct GroupQuestions {
  std::vector<std::int64_t> fixed_nodes;
  std::vector<std::int64_t> kept_set;
  std::vector<std::int64_t> set_orbit;
  std::string contains;  ///< in cycle notation; empty: not asked
  std::int64_t num_random = 0;
  std::uint64_t seed = 0;
  std::int64_t num_elements = 0;  ///< how many elements to list
  bool generators = false;
  bool classes = false;
  bool quotient = false;
  bool blocks = false;
  std::int32_t first = 0;  ///< nodes are counted from 0 or 1
};

/// The answers. What is left out for the size of the graph or of the group is unset.
struct GroupAnswers {
  std::string source;
  AutomorphismGroup group;
  std::int64_t num_edges = 0;
  std::vector<std::int64_t> orbit_sizes;  ///< in the order of orbit numbers
  std::int64_t num_edge_orbits = 0;
  std::int64_t num_arc_orbits = 0;
  std::optional<std::int64_t> rank;
  std::optional<std::int64_t> transitivity;
  std::optional<bool> primitive;
  std::vector<std::int64_t> subdegrees;  ///< of a transitive group
  std::optional<std::vector<Component>> components;
  std::optional<bool> contains;
  std::optional<std::string> set_orbit_length;
  std::vector<std::vector<std::int32_t>> set_orbit;  ///< empty if it is very long
  std::vector<Permutation> random;
  std::vector<Permutation> elements;
  std::vector<ConjugacyClass> classes;
  /// Unset if the group is not transitive: blocks are defined for transitive groups.
  std::optional<std::vector<std::vector<std::int32_t>>> block_systems;
  std::optional<QuotientGraph> quotient;
};

/// Throws Error on nodes that do not exist, and on questions that are too large to answer.
[[nodiscard]] GroupAnswers answer(const std::string& source, const Graph& graph,
                                  const SymmetryOptions& symmetry, const GroupQuestions& questions);

/// One object, as documented in docs/reference/command-line.md.
[[nodiscard]] nlohmann::ordered_json to_json(const GroupAnswers& answers,
                                             const GroupQuestions& questions);

[[nodiscard]] std::string group_csv_header();
[[nodiscard]] std::string to_csv(const GroupAnswers& answers);

/// Some labelled lines of at most `width` columns.
[[nodiscard]] std::string to_text(const GroupAnswers& answers, const GroupQuestions& questions,
                                  std::int64_t width);

}  // namespace isotypic::cli
