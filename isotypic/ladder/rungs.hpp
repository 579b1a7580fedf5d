// The ladder: a sequence of exact invariants of graphs, all free of hashes. Taken together they
// grow; a single rung may be weaker than one before it.
//
// No rung depends on a seed, on a canonical labelling or on the engine that finds symmetry. What
// each rung is bounded by: docs/explanation/hash-free.md.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <stop_token>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

struct Channels;

enum class Rung {
  Wl1,         ///< stable colours of 1-WL
  Components,  ///< multiset of (dimension, multiplicity, type) of the isotypic components
  Spectrum,    ///< the same with tr(P X^k), k = 0..10, X = A / (largest degree) and I - N
  Fwl2,        ///< stable colours of 2-FWL
  Fwl2Sizes,   ///< 2-FWL that starts from the sizes of orbitals and orbits
  OneMark,     ///< 1-WL of all graphs with one marked node
  TwoMarks,    ///< 1-WL of all graphs with two marked nodes, in order
  ThreeMarks,  ///< 1-WL of all graphs with three marked nodes, in order
  Complete,    ///< as many marks as it takes until some colouring tells all nodes apart
};

inline constexpr std::array<Rung, 9> all_rungs = {Rung::Wl1,      Rung::Components, Rung::Spectrum,
                                                  Rung::Fwl2,     Rung::Fwl2Sizes,  Rung::OneMark,
                                                  Rung::TwoMarks, Rung::ThreeMarks, Rung::Complete};

template <>
struct EnumNames<Rung> {
  static constexpr const char* what = "rung";
  static constexpr std::array<std::pair<Rung, const char*>, 9> table = {
      {{Rung::Wl1, "1-wl"},
       {Rung::Components, "components"},
       {Rung::Spectrum, "spectrum"},
       {Rung::Fwl2, "2-fwl"},
       {Rung::Fwl2Sizes, "2-fwl-sizes"},
       {Rung::OneMark, "marks-1"},
       {Rung::TwoMarks, "marks-2"},
       {Rung::ThreeMarks, "marks-3"},
       {Rung::Complete, "complete"}}};
};

struct LadderOptions {
  bool node_colours = false;  ///< node colours count; colours of edges are never seen
  /// Give up on a rung with an Error of kind Cancelled if a graph has more marked copies than
  /// this; 0 means no limit.
  std::int64_t max_representatives = 0;
  /// Give up on a rung of a graph with an Error of kind Cancelled after this time; none: never.
  /// Components and Spectrum, once begun, come to their end.
  std::optional<std::chrono::milliseconds> time_limit;
  /// The same for the search for symmetry, which is no rung, but comes before most of them.
  std::optional<std::chrono::milliseconds> search_limit;
  /// Give up with an Error of kind Cancelled soon after a stop is requested.
  std::stop_token stop;
  std::optional<SymmetryEngine> engine;  ///< that searches; no invariant depends on it
  std::uint64_t channel_seed = 0;        ///< of the decomposition; no invariant depends on it
};

/// A name, and how often it occurs.
struct NameCount {
  std::uint64_t name = 0;
  std::int64_t count = 0;

  friend bool operator==(const NameCount&, const NameCount&) = default;
  friend auto operator<=>(const NameCount&, const NameCount&) = default;
};

/// What a rung sees of one graph.
struct RungInvariant {
  Rung rung = Rung::Wl1;
  /// A multiset, sorted by name: of nodes (Wl1), components, pairs, or marked copies.
  /// A marked copy whose colouring is discrete stands for all that mark more nodes, and nodes that
  /// are told apart without a mark get none: both lose nothing.
  std::vector<NameCount> names;
  /// Spectrum: one row per component: dimension, multiplicity, type, moments. Rows of equal
  /// components agree to much better than 1e-8.
  std::vector<std::vector<double>> rows;
  std::int64_t depth = 0;            ///< Complete: the number of marks
  std::int64_t representatives = 0;  ///< components, orbitals or marked copies looked at
  double seconds = 0.0;              ///< of the processor, for what no earlier rung had computed
};

/// One graph on the ladder. Symmetry, orbitals and rungs are computed when first asked for, and
/// kept. Not for several threads at a time.
class GraphLadder {
 public:
  explicit GraphLadder(Graph graph, LadderOptions options = {});

  [[nodiscard]] const Graph& graph() const { return graph_; }
  [[nodiscard]] const LadderOptions& options() const { return options_; }
  [[nodiscard]] const Symmetry& symmetry();

  /// Throws Error (Cancelled) when a limit is met, and (BadInput) when the graph is too large for
  /// the rung: above max_decompose_nodes for Components and Spectrum, max_orbital_nodes for 2-FWL.
  [[nodiscard]] const RungInvariant& at(Rung rung);

 private:
  [[nodiscard]] const Orbitals& orbitals();
  [[nodiscard]] const Channels& channels();
  void check_limits() const;
  [[nodiscard]] RungInvariant compute(Rung rung);
  [[nodiscard]] RungInvariant wl1() const;
  [[nodiscard]] RungInvariant components();
  [[nodiscard]] RungInvariant spectrum();
  [[nodiscard]] RungInvariant pairs(Rung rung);
  [[nodiscard]] RungInvariant marks(std::int64_t depth);
  [[nodiscard]] RungInvariant complete();

  Graph graph_;
  LadderOptions options_;
  std::optional<std::chrono::steady_clock::time_point> deadline_;
  std::optional<Symmetry> symmetry_;
  std::optional<Orbitals> orbitals_;  // in canonical coordinates
  std::shared_ptr<const Channels> channels_;
  std::map<Rung, RungInvariant> known_;
};

/// Packs what the rung Components knows of one component into a name, and back.
struct ComponentName {
  std::int64_t dim = 0;
  std::int64_t multiplicity = 0;
  std::int64_t type = 0;  ///< of ComponentType
};
[[nodiscard]] std::uint64_t pack(const ComponentName& component);
[[nodiscard]] ComponentName unpack_component(std::uint64_t name);

}  // namespace isotypic
