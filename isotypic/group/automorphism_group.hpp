// AutomorphismGroup: the automorphism group of a graph, to compute with.
#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>

#include "isotypic/graph/graph.hpp"
#include "isotypic/group/permutation_group.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// Aut(G), exactly, whatever its order. Immutable, cheap to copy, safe to use from many threads.
///
///   AutomorphismGroup group(petersen_graph());
///   group.order();                      // "120"
///   group.stabiliser({{0}}).order();    // "12"
///   for (const Permutation& p : group.permutations()) ...
///
/// How it acts on nodes, edges and sets: action.hpp, set_orbits.hpp. Its real irreducible pieces:
/// `decompose(group.symmetry())` in channels.hpp.
class AutomorphismGroup {
 public:
  /// `options` say which colours automorphisms must keep, and when to give up.
  explicit AutomorphismGroup(const Graph& graph, const SymmetryOptions& options = {});

  /// The graph, with the colours that count.
  [[nodiscard]] const Graph& graph() const { return *graph_; }
  [[nodiscard]] const Symmetry& symmetry() const { return *symmetry_; }
  /// The order in decimal.
  [[nodiscard]] const std::string& order() const { return symmetry_->order; }
  [[nodiscard]] std::int64_t num_nodes() const { return symmetry_->num_nodes; }

  /// Whether `p` is an automorphism. Throws Error if it is not a permutation of the nodes.
  [[nodiscard]] bool contains(std::span<const std::int32_t> p) const;

  /// The elements, to list and to draw. The tables are made at the first call.
  /// Throws Error if they would be too large: see max_group_table.
  [[nodiscard]] const PermutationGroup& permutations() const;

  /// The automorphisms that fix each of these nodes.
  /// This and the next throw Error on a node that does not exist or is named twice.
  [[nodiscard]] AutomorphismGroup stabiliser(std::span<const std::int32_t> nodes) const;
  /// The automorphisms that take this set of nodes to itself.
  [[nodiscard]] AutomorphismGroup set_stabiliser(std::span<const std::int32_t> nodes) const;

 private:
  /// Not a once_flag: glibc ends the process when an exception leaves call_once without memory.
  struct Elements {
    std::mutex mutex;
    std::optional<PermutationGroup> group;  ///< once it is made, it stays
  };

  /// The group that keeps `marks` too, one number per node.
  [[nodiscard]] AutomorphismGroup keeping(std::span<const std::int32_t> marks) const;

  SymmetryOptions options_;
  std::shared_ptr<const Graph> graph_;
  std::shared_ptr<const Symmetry> symmetry_;
  std::shared_ptr<Elements> elements_;
};

/// Throws Error unless these are distinct nodes of a graph of `num_nodes` nodes.
void check_distinct_nodes(const char* where, std::span<const std::int32_t> nodes,
                          std::int64_t num_nodes);

}  // namespace isotypic
