#include "isotypic/explore/view.hpp"

#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/channel_vector.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic::explore {
namespace {

std::vector<ChannelPicture> picture_channels(const Channels& channels) {
  std::vector<ChannelPicture> pictures;
  for (std::int64_t a = 0; a < std::ssize(channels.canonical->channels); ++a) {
    const std::int64_t node = most_visible_node(channels, a);
    const Eigen::VectorXd values = channel_vector(channels, a, node);
    pictures.push_back({.values = {values.begin(), values.end()}, .marked = node});
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
  view.spectra = component_spectra(view.channels, graph);
  view.points = report::layout_graph(graph);
  view.marked_node = explain_marked_nodes(view.symmetry, view.channels);
  view.degrees = explain(view.channels, degrees_of(graph));
  if (features) view.given = explain(view.channels, *features);
  return view;
}

}  // namespace isotypic::explore
