// GraphView: all that the explorer shows of one graph.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/channels/channels.hpp"
#include "isotypic/channels/component_spectrum.hpp"
#include "isotypic/channels/explain.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/report/plot/layout.hpp"
#include "isotypic/symmetry/invariants.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::explore {

/// Larger graphs are not shown: a drawing of them says nothing, and its layout costs O(n^3).
inline constexpr std::int64_t max_viewed_nodes = 200;

/// Colours that a channel is shown in: from negative over zero to positive.
inline constexpr int num_shades = 31;

/// What one channel looks like on the nodes.
struct ChannelPicture {
  std::vector<double> values;  ///< channel_vector of the most visible node
  std::int64_t marked = 0;     ///< that node
};

struct GraphView {
  std::string name;
  Graph graph;
  Symmetry symmetry;
  Invariants invariants;
  Channels channels;
  std::vector<ChannelPicture> pictures;    ///< one per channel
  std::vector<ComponentSpectrum> spectra;  ///< one per component
  std::vector<report::Point> points;       ///< one per node
  /// The energy of the indicator of one node of each orbit: all nodes of an orbit give the same.
  std::vector<Explanation> marked_node;
  Explanation degrees;               ///< the energy of the degrees
  std::optional<Explanation> given;  ///< the energy of features that the user gave
};

/// Computes all of it. `features`, if given, has one row per node.
///
/// Throws Error if the graph has more than max_viewed_nodes nodes, and what compute_symmetry,
/// decompose and explain throw.
[[nodiscard]] GraphView view_graph(std::string name, const Graph& graph,
                                   const SymmetryOptions& options = {},
                                   const std::optional<Eigen::MatrixXd>& features = {});

/// What the page needs to show the graph. Numbers are rounded to what a reader can see.
[[nodiscard]] Json to_json(const GraphView& view);

/// One row of the list of graphs: its name, then the values of `index_fields`, in that order.
[[nodiscard]] Json index_row(const GraphView& view);

/// What the list knows of every graph, each as {name, kind, about}: the invariants, and what its
/// channels are.
[[nodiscard]] Json index_fields();

}  // namespace isotypic::explore
