#include "isotypic/explore/view.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic::explore {
namespace {

/// Entries of projectors that differ by less are equal: rounding.
constexpr double same_entry = 1e-9;

/// The node of which the projector onto the columns of `basis` keeps most.
std::int32_t most_kept_node(const Eigen::MatrixXd& basis, const Permutation& node_at) {
  const Eigen::VectorXd kept = basis.rowwise().squaredNorm();
  const double most = kept.maxCoeff();
  return *std::ranges::find_if(node_at, [&](auto v) { return kept(v) > most - same_entry; });
}

std::vector<ChannelPicture> picture_channels(const Channels& channels) {
  const Eigen::MatrixXd basis = basis_in_node_order(channels);
  const Permutation node_at = inverse(channels.position);
  std::vector<ChannelPicture> pictures;
  for (const Channel& channel : channels.canonical->channels) {
    const Eigen::MatrixXd columns = basis.middleCols(channel.begin, channel.dim);
    ChannelPicture picture{.marked = most_kept_node(columns, node_at)};
    const Eigen::VectorXd spread = columns * columns.row(picture.marked).transpose();
    for (const double value : spread) {
      picture.values.push_back(std::abs(value) < same_entry ? 0.0 : value);
    }
    pictures.push_back(std::move(picture));
  }
  return pictures;
}

std::vector<Explanation> explain_marked_nodes(const Symmetry& symmetry, const Channels& channels) {
  std::vector<Explanation> result;
  for (const auto& orbit : orbit_lists(symmetry)) {
    result.push_back(explain(channels, Eigen::VectorXd::Unit(symmetry.num_nodes, orbit.front())));
  }
  return result;
}

Eigen::VectorXd degrees_of(const Graph& graph) {
  Eigen::VectorXd degrees(graph.num_nodes());
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    degrees(v) = static_cast<double>(graph.degree(v));
  }
  return degrees;
}

}  // namespace

GraphView view_graph(std::string name, const Graph& graph, const SymmetryOptions& options,
                     const std::optional<Eigen::MatrixXd>& features) {
  if (graph.num_nodes() > max_viewed_nodes) {
    fail("view_graph", "the explorer shows graphs of up to ", max_viewed_nodes,
         " nodes; this one has ", graph.num_nodes(), " (isotypic inspect takes larger ones)");
  }
  GraphView view{.name = std::move(name), .graph = graph};
  view.symmetry = compute_symmetry(graph, options);
  const Orbitals orbitals = canonical_orbitals(view.symmetry);
  view.invariants = compute_invariants(graph, view.symmetry, orbitals);
  view.channels = decompose(view.symmetry, orbitals);
  view.pictures = picture_channels(view.channels);
  view.points = report::layout_graph(graph);
  view.marked_node = explain_marked_nodes(view.symmetry, view.channels);
  view.degrees = explain(view.channels, degrees_of(graph));
  if (features) view.given = explain(view.channels, *features);
  return view;
}

}  // namespace isotypic::explore
