#include "cli/views/group_view.hpp"

#include <algorithm>

#include "cli/options/node_list.hpp"
#include "cli/views/channels_view.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/group/action.hpp"
#include "isotypic/group/set_orbits.hpp"
#include "isotypic/symmetry/arc_orbits.hpp"
#include "isotypic/symmetry/invariants.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic::cli {
namespace {

/// Longer orbits of sets are counted, not listed.
constexpr std::int64_t longest_set_orbit = 10'000;

AutomorphismGroup group_in_question(const Graph& graph, const SymmetryOptions& symmetry,
                                    const GroupQuestions& questions) {
  SymmetryOptions group_only = symmetry;
  group_only.canonical_form = false;  // nothing of it is shown
  AutomorphismGroup group(graph, group_only);
  if (!questions.fixed_nodes.empty()) {
    group = group.stabiliser(counted_from_zero(questions.fixed_nodes, questions.first));
  }
  if (!questions.kept_set.empty()) {
    group = group.set_stabiliser(counted_from_zero(questions.kept_set, questions.first));
  }
  return group;
}

void fill_action(GroupAnswers& answers) {
  const AutomorphismGroup& group = answers.group;
  const bool small = group.num_nodes() <= default_dense_limit;
  if (is_transitive(group) && group.num_nodes() > 0) {
    answers.subdegrees = subdegrees(group, 0);
    answers.rank = std::ssize(answers.subdegrees);
    answers.transitivity = group.num_nodes() == 1 || answers.rank == 2 ? group.num_nodes() : 1;
    if (small) answers.primitive = is_primitive(group);
  } else {
    answers.transitivity = 0;
    answers.primitive = false;
    if (small) answers.rank = rank(group);
  }
  if (small) answers.components = decompose(group.symmetry()).canonical->components;
}

void fill_elements(GroupAnswers& answers, const GroupQuestions& questions) {
  const AutomorphismGroup& group = answers.group;
  if (!questions.contains.empty()) {
    answers.contains =
        group.contains(parse_cycles(questions.contains, group.num_nodes(), questions.first));
  }
  Random random(questions.seed);
  for (std::int64_t i = 0; i < questions.num_random; ++i) {
    answers.random.push_back(group.permutations().random_element(random));
  }
  if (questions.num_elements == 0) return;
  for (const Permutation& p : group.permutations()) {
    answers.elements.push_back(p);
    if (std::ssize(answers.elements) == questions.num_elements) break;
  }
}

nlohmann::ordered_json cycles_json(const std::vector<Permutation>& elements, std::int32_t first) {
  auto list = nlohmann::ordered_json::array();
  for (const Permutation& p : elements)
    list.push_back(cycle_notation(to_sparse(p), {.first = first}));
  return list;
}

template <typename Value>
nlohmann::ordered_json or_null(const std::optional<Value>& value) {
  return value ? nlohmann::ordered_json(*value) : nlohmann::ordered_json(nullptr);
}

nlohmann::ordered_json nodes_json(std::vector<std::vector<std::int32_t>> lists,
                                  std::int32_t first) {
  for (auto& list : lists) {
    for (std::int32_t& node : list) node += first;
  }
  return lists;
}

nlohmann::ordered_json classes_json(const std::vector<ConjugacyClass>& classes,
                                    std::int32_t first) {
  auto list = nlohmann::ordered_json::array();
  for (const ConjugacyClass& own : classes) {
    list.push_back(
        {{"representative", cycle_notation(to_sparse(own.representative), {.first = first})},
         {"element_order", own.element_order},
         {"size", own.size},
         {"cycle_type", own.cycle_type},
         {"character", own.fixed_points}});
  }
  return list;
}

nlohmann::ordered_json quotient_json(const QuotientGraph& quotient) {
  auto arcs = nlohmann::ordered_json::array();
  for (const auto& [from, to, count] : quotient.arcs) arcs.push_back({from, to, count});
  return {{"sizes", quotient.size}, {"neighbours", std::move(arcs)}};
}

nlohmann::ordered_json components_json(const std::vector<Component>& components) {
  auto list = nlohmann::ordered_json::array();
  for (const Component& component : components) {
    list.push_back({{"dim", component.dim},
                    {"multiplicity", component.multiplicity},
                    {"type", to_string(component.type)},
                    {"trivial", component.trivial}});
  }
  return list;
}

/// Block systems as lists of blocks.
nlohmann::ordered_json blocks_json(const std::vector<std::vector<std::int32_t>>& systems,
                                   std::int32_t first) {
  auto list = nlohmann::ordered_json::array();
  for (const std::vector<std::int32_t>& system : systems) {
    std::vector<std::vector<std::int32_t>> blocks;
    for (std::size_t v = 0; v < system.size(); ++v) {
      blocks.resize(std::max<std::size_t>(blocks.size(), system[v] + 1));
      blocks[system[v]].push_back(static_cast<std::int32_t>(v));
    }
    list.push_back(nodes_json(std::move(blocks), first));
  }
  return list;
}

}  // namespace

GroupAnswers answer(const std::string& source, const Graph& graph, const SymmetryOptions& symmetry,
                    const GroupQuestions& questions) {
  GroupAnswers answers{.source = source, .group = group_in_question(graph, symmetry, questions)};
  const AutomorphismGroup& group = answers.group;
  answers.num_edges = graph.num_edges();
  answers.orbit_sizes.assign(group.symmetry().num_orbits, 0);
  for (const std::int32_t orbit : group.symmetry().orbit_of) ++answers.orbit_sizes[orbit];
  const ArcOrbits arcs = count_arc_orbits(group.graph(), group.symmetry().generators);
  answers.num_edge_orbits = arcs.num_edge_orbits;
  answers.num_arc_orbits = arcs.num_arc_orbits;
  fill_action(answers);
  fill_elements(answers, questions);
  if (!questions.set_orbit.empty()) {
    const std::vector<std::int32_t> set = counted_from_zero(questions.set_orbit, questions.first);
    answers.set_orbit_length = set_orbit_length(group, set);
    if (answers.set_orbit_length->size() <= 4) {
      answers.set_orbit = set_orbit(group, set, longest_set_orbit);
    }
  }
  if (questions.classes) answers.classes = conjugacy_classes(group);
  if (questions.blocks && is_transitive(group)) {
    answers.block_systems = minimal_block_systems(group);
  }
  if (questions.quotient) answers.quotient = quotient_graph(group.graph(), group.symmetry());
  return answers;
}

nlohmann::ordered_json to_json(const GroupAnswers& answers, const GroupQuestions& questions) {
  const Symmetry& symmetry = answers.group.symmetry();
  nlohmann::ordered_json json = {{"source", answers.source},
                                 {"n", symmetry.num_nodes},
                                 {"m", answers.num_edges},
                                 {"order", symmetry.order},
                                 {"num_generators", symmetry.generators.size()}};
  if (questions.generators) {
    auto& list = json["generators"] = nlohmann::ordered_json::array();
    for (const SparsePermutation& g : symmetry.generators) {
      list.push_back(cycle_notation(g, {.first = questions.first}));
    }
  }
  json["orbits"] = nodes_json(orbit_lists(symmetry), questions.first);
  json["num_edge_orbits"] = answers.num_edge_orbits;
  json["num_arc_orbits"] = answers.num_arc_orbits;
  json["rank"] = or_null(answers.rank);
  json["subdegrees"] = nullptr;
  if (!answers.subdegrees.empty()) json["subdegrees"] = answers.subdegrees;
  json["transitivity"] = or_null(answers.transitivity);
  json["primitive"] = or_null(answers.primitive);
  json["components"] = nullptr;
  if (answers.components) json["components"] = components_json(*answers.components);
  if (answers.contains) json["contains"] = *answers.contains;
  if (answers.set_orbit_length) {
    json["set_orbit_length"] = *answers.set_orbit_length;
    json["set_orbit"] = nullptr;
    if (!answers.set_orbit.empty())
      json["set_orbit"] = nodes_json(answers.set_orbit, questions.first);
  }
  if (questions.num_random > 0) json["random"] = cycles_json(answers.random, questions.first);
  if (questions.num_elements > 0) json["elements"] = cycles_json(answers.elements, questions.first);
  if (questions.classes) json["classes"] = classes_json(answers.classes, questions.first);
  if (questions.blocks) json["block_systems"] = nullptr;
  if (answers.block_systems) {
    json["block_systems"] = blocks_json(*answers.block_systems, questions.first);
  }
  if (answers.quotient) json["quotient"] = quotient_json(*answers.quotient);
  return json;
}

std::string group_csv_header() {
  return "source,n,m,order,num_generators,num_orbits,num_edge_orbits,num_arc_orbits,rank,"
         "transitivity,primitive,components";
}

std::string to_csv(const GroupAnswers& answers) {
  const Symmetry& symmetry = answers.group.symmetry();
  std::optional<std::string> components;
  if (answers.components) {
    components.emplace();
    for (const Component& component : *answers.components) {
      *components += (components->empty() ? "" : " + ") + component_name(component);
    }
  }
  return csv_cells(answers.source, symmetry.num_nodes, answers.num_edges, symmetry.order,
                   symmetry.generators.size(), symmetry.num_orbits, answers.num_edge_orbits,
                   answers.num_arc_orbits, answers.rank, answers.transitivity, answers.primitive,
                   components);
}

}  // namespace isotypic::cli
