#include "isotypic/group/automorphism_group.hpp"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"

namespace isotypic {

AutomorphismGroup::AutomorphismGroup(const Graph& graph, const SymmetryOptions& options)
    : options_(options), elements_(std::make_shared<Elements>()) {
  symmetry_ = std::make_shared<const Symmetry>(compute_symmetry(graph, options));
  // The canonical form has just the colours that count.
  const bool as_it_is = symmetry_->canonical.has_node_colours() == graph.has_node_colours() &&
                        symmetry_->canonical.has_edge_colours() == graph.has_edge_colours();
  graph_ = std::make_shared<const Graph>(
      as_it_is ? graph : relabel(symmetry_->canonical, inverse(symmetry_->position)));
}

bool AutomorphismGroup::contains(std::span<const std::int32_t> p) const {
  if (!std::cmp_equal(p.size(), num_nodes()) || !is_permutation(p)) {
    fail("automorphism_group", "not a permutation of ", num_nodes(), " nodes");
  }
  return relabel(*graph_, p) == *graph_;
}

const PermutationGroup& AutomorphismGroup::permutations() const {
  const std::scoped_lock lock(elements_->mutex);
  if (!elements_->group) elements_->group.emplace(num_nodes(), symmetry_->generators, order());
  return *elements_->group;
}

AutomorphismGroup AutomorphismGroup::stabiliser(std::span<const std::int32_t> nodes) const {
  check_distinct_nodes("stabiliser", nodes, num_nodes());
  std::vector<std::int32_t> marks(num_nodes(), 0);
  for (std::size_t i = 0; i < nodes.size(); ++i) marks[nodes[i]] = static_cast<std::int32_t>(i) + 1;
  return keeping(marks);
}

AutomorphismGroup AutomorphismGroup::set_stabiliser(std::span<const std::int32_t> nodes) const {
  check_distinct_nodes("set_stabiliser", nodes, num_nodes());
  std::vector<std::int32_t> marks(num_nodes(), 0);
  for (const std::int32_t node : nodes) marks[node] = 1;
  return keeping(marks);
}

AutomorphismGroup AutomorphismGroup::keeping(std::span<const std::int32_t> marks) const {
  const auto colours = graph_->node_colours();
  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers;
  std::vector<std::int32_t> both;
  for (std::size_t v = 0; v < marks.size(); ++v) {
    both.push_back(numbers
                       .try_emplace({colours.empty() ? 0 : colours[v], marks[v]},
                                    static_cast<std::int32_t>(numbers.size()))
                       .first->second);
  }
  SymmetryOptions options = options_;
  options.node_colours = true;
  return AutomorphismGroup(with_node_colours(*graph_, std::move(both)), options);
}

void check_distinct_nodes(const char* where, std::span<const std::int32_t> nodes,
                          std::int64_t num_nodes) {
  std::vector<std::int32_t> sorted(nodes.begin(), nodes.end());
  std::sort(sorted.begin(), sorted.end());
  if (!sorted.empty() && (sorted.front() < 0 || std::cmp_greater_equal(sorted.back(), num_nodes))) {
    fail(where, "there is no node ", sorted.front() < 0 ? sorted.front() : sorted.back(),
         "; the nodes are 0 to ", num_nodes - 1);
  }
  const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
  if (twice != sorted.end()) fail(where, "node ", *twice, " is named twice");
}

}  // namespace isotypic
