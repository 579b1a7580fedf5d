// SymmetrySummary: how symmetric the graphs of a data set are, and how much of their node features
// an isotypic readout would see.
#pragma once

#include <cstdint>
#include <functional>
#include <stop_token>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

struct SymmetrySummaryOptions {
  std::int64_t blocks = 8;   ///< that the readout keeps
  std::int64_t threads = 0;  ///< 0: one per core
  /// Called with (done, all), one call at a time.
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::stop_token stop;  ///< gives up with an Error of kind Cancelled
};

struct SymmetrySummary {
  double asymmetric = 0.0;      ///< share of graphs with no automorphism but the identity
  double mean_orbits = 0.0;     ///< of nodes
  double mean_log_order = 0.0;  ///< of the natural logarithm of |Aut(G)|
  /// Median over the graphs of the part of the node features that lies in the first blocks, with
  /// channels and with components as blocks (Features::retained_energy). The features are the
  /// labels, one column each, and the attributes; degrees if there are neither.
  double channel_energy = 1.0;
  double component_energy = 1.0;
  std::int64_t too_large = 0;  ///< graphs above max_decompose_nodes, which no energy counts
};

/// The symmetry is that of the bare graphs, as add_channels() takes them. The energies are 1 if all
/// graphs are too large. Throws Error for a data set without graphs.
[[nodiscard]] SymmetrySummary summarise_symmetry(const Dataset& dataset,
                                                 const SymmetrySummaryOptions& options = {});

}  // namespace isotypic
