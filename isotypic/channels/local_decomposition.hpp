// LocalDecomposition: the isotypic components of a graph by its motifs, without n x n matrices.
//
// The trivial component consists of the vectors that are constant on orbits. Every exchange of
// equal parts is one more component: its projector takes, in every cell, the mean over each part
// minus the mean over the cell. Only cores, which have no such structure, are decomposed densely,
// one copy of each. Theory: docs/explanation/large-graphs.md.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "isotypic/base/work_limits.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/symmetry/motifs.hpp"

namespace isotypic {

class ChannelCache;

/// From this number of nodes on, what asks for components alone takes decompose_locally: below it
/// the dense decomposition takes milliseconds. The two agree up to rounding.
inline constexpr std::int64_t least_local_nodes = 512;

/// Where a component comes from.
enum class ComponentOrigin {
  Orbits,    ///< the trivial component
  Exchange,  ///< an exchange of equal parts
  Core,      ///< a component of a core
};

/// One isotypic component.
struct LocalComponent {
  Component component;
  ComponentOrigin origin = ComponentOrigin::Orbits;
  std::int64_t source = 0;    ///< index of the exchange, or of the core
  std::int64_t block = 0;     ///< of the core's decomposition
  double tr_laplacian = 0.0;  ///< tr(P L)
  double tr_adjacency = 0.0;  ///< tr(P A)

  friend bool operator==(const LocalComponent&, const LocalComponent&) = default;
};

/// The components of all copies of one core, grouped by components.
struct LocalCore {
  std::shared_ptr<const Decomposition> decomposition;  ///< of one copy, with its trivial component
  /// Row i of the basis belongs to canonical position positions[c][i] in copy c.
  std::vector<std::vector<std::int32_t>> positions;

  /// Equal bit by bit.
  friend bool operator==(const LocalCore& a, const LocalCore& b) {
    return a.positions == b.positions && a.decomposition->basis == b.decomposition->basis &&
           a.decomposition->channels == b.decomposition->channels &&
           a.decomposition->components == b.decomposition->components;
  }
};

/// The decomposition of a canonical form: equal for all relabelled copies of a graph.
struct LocalDecomposition {
  std::int64_t num_nodes = 0;
  Motifs motifs;
  std::vector<LocalCore> cores;            ///< one per entry of motifs.cores
  std::vector<LocalComponent> components;  ///< in block order; at most max_blocks of them
  std::int64_t num_components = 0;         ///< before truncation to max_blocks
  /// `num_orbitals` is the sum of type * multiplicity^2. Gap, spread, residual and equivariance
  /// are the worst of the cores; without cores there is nothing to diagonalise.
  Certificate certificate;

  friend bool operator==(const LocalDecomposition&, const LocalDecomposition&) = default;
};

/// The components of one graph, and where its own nodes stand in them.
struct LocalChannels {
  std::shared_ptr<const LocalDecomposition> canonical;
  Permutation position;  ///< node v stands at canonical position position[v]

  [[nodiscard]] std::int64_t num_nodes() const { return canonical->num_nodes; }
};

/// The same components in the same order as decompose() with Grouping::Components, whatever
/// options.grouping says, in O((n + m) log n) time and O(n + m) memory beyond what the cores need.
/// Equal canonical forms and options give equal `canonical` parts. Cores are looked up in `cache`,
/// if there is one.
///
/// It is checked that the dimensions add up, that the projectors add up to the identity, that
/// every generator maps every component to itself, and that the group of the motifs has the order
/// that the search found, which makes the components irreducible pieces with these multiplicities.
///
/// Throws Error (BadInput) when a core has more than max_decompose_nodes nodes, naming its motif,
/// before any core is decomposed, (Runtime) when a check fails, and (Cancelled) when a limit is
/// met. Limits are looked at between the steps; large cores, which take minutes at worst, are
/// decomposed in a process of their own that is ended at the limit. What such a process finds is
/// not stored in the cache.
[[nodiscard]] LocalChannels decompose_locally(const Symmetry& symmetry,
                                              const ChannelOptions& options = {},
                                              ChannelCache* cache = nullptr,
                                              const WorkLimits& limits = {});

/// sum_i factors[i] P_i X over all components i, for X with a row per node of the graph.
///
/// Throws Error when rows or factors do not match, or when the components were truncated.
[[nodiscard]] Eigen::MatrixXd apply_components(const LocalChannels& channels,
                                               std::span<const double> factors,
                                               const Eigen::Ref<const Eigen::MatrixXd>& x);

/// P_i X for component i.
[[nodiscard]] Eigen::MatrixXd project(const LocalChannels& channels, std::int64_t component,
                                      const Eigen::Ref<const Eigen::MatrixXd>& x);

}  // namespace isotypic
