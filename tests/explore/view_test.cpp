#include "isotypic/explore/view.hpp"

#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic::explore::view_test {
namespace {

using ::testing::HasSubstr;

double share_of_marked_node(const GraphView& view, std::int64_t orbit) {
  const Explanation& explanation = view.marked_node.at(orbit);
  return explanation.visible_to_linear_readouts / explanation.total;
}

TEST(GraphView, HoldsWhatIsKnownOfThePetersenGraph) {
  const GraphView view = view_graph("petersen", petersen_graph());
  EXPECT_EQ(view.symmetry.order, "120");
  EXPECT_EQ(view.invariants.num_orbitals, 3);
  const Json json = to_json(view);
  EXPECT_EQ(json.at("graph6"), format_graph6(petersen_graph()));
  std::set<std::pair<double, double>> eigenvalues;
  for (const Json& component : json.at("components")) {
    eigenvalues.emplace(component.at("a").at(0).get<double>(),
                        component.at("l").at(0).get<double>());
  }
  EXPECT_EQ(eigenvalues, (std::set<std::pair<double, double>>{{3, 0}, {1, 2}, {-2, 5}}));
  EXPECT_EQ(json.at("components").size(), 3U);
}

TEST(GraphView, APictureIsTheProjectionOfItsMarkedNode) {
  for (const Graph& graph : {petersen_graph(), path_graph(7), star_graph(5), rook_graph(3, 4)}) {
    const GraphView view = view_graph("g", graph);
    ASSERT_EQ(view.pictures.size(), view.channels.canonical->channels.size());
    // The projections of one node onto all channels add up to the node: here of squared lengths.
    double dimension = 0.0;
    for (std::size_t a = 0; a < view.pictures.size(); ++a) {
      const ChannelPicture& picture = view.pictures[a];
      const double at_node = picture.values.at(picture.marked);
      const double squares = std::inner_product(picture.values.begin(), picture.values.end(),
                                                picture.values.begin(), 0.0);
      // P e at the node is |P e|^2; channel_vector rounds every entry to 1e-9.
      EXPECT_NEAR(at_node, squares, 1e-9 * static_cast<double>(graph.num_nodes()));
      EXPECT_GE(at_node, static_cast<double>(view.channels.canonical->channels[a].dim) /
                                 static_cast<double>(graph.num_nodes()) -
                             1e-9);  // at least the mean of the diagonal
      dimension += static_cast<double>(view.channels.canonical->channels[a].dim);
    }
    EXPECT_EQ(dimension, static_cast<double>(graph.num_nodes()));
  }
}

TEST(GraphView, RelabelledCopiesShowTheSame) {
  Random random(5);
  const Graph graph = grid_graph(3, 4);
  const Permutation position = random_permutation(graph.num_nodes(), random);
  const GraphView a = view_graph("a", graph);
  const GraphView b = view_graph("a", relabel(graph, position));
  EXPECT_EQ(index_row(a), index_row(b));
  const Json one = to_json(a);
  const Json other = to_json(b);
  for (const char* key : {"components", "energy", "hash"}) EXPECT_EQ(one.at(key), other.at(key));
  // Nodes correspond by their place in the canonical form, so up to a symmetry.
  const Permutation node_of_a = inverse(a.channels.position);
  const Permutation node_of_b = inverse(b.channels.position);
  for (std::size_t i = 0; i < a.pictures.size(); ++i) {
    for (std::int64_t k = 0; k < graph.num_nodes(); ++k) {
      EXPECT_NEAR(a.pictures[i].values[node_of_a[k]], b.pictures[i].values[node_of_b[k]], 1e-9);
    }
  }
}

TEST(GraphView, LinearReadoutsSeeOfAMarkedNodeItsShareOfTheOrbit) {
  const GraphView view = view_graph("star", star_graph(4));
  const auto orbits = orbit_lists(view.symmetry);
  for (std::size_t orbit = 0; orbit < orbits.size(); ++orbit) {
    EXPECT_NEAR(share_of_marked_node(view, static_cast<std::int64_t>(orbit)),
                1.0 / static_cast<double>(orbits[orbit].size()), 1e-12);
  }
}

TEST(GraphView, TakesFeaturesAndGraphsWithoutNodesOrEdges) {
  EXPECT_NO_THROW((void)to_json(view_graph("empty", make_graph(0, {}))));
  const Json edgeless = to_json(view_graph("edgeless", make_graph(4, {})));
  EXPECT_TRUE(edgeless.at("energy").at("degrees").is_null());  // nothing to share
  const Eigen::MatrixXd features = Eigen::MatrixXd::Identity(3, 3);
  const Json given = to_json(view_graph("path", path_graph(3), {}, features));
  EXPECT_EQ(given.at("energy").at("given").at(0), 0.3333);
}

TEST(GraphView, RefusesWhatItCannotDraw) {
  try {
    (void)view_graph("large", cycle_graph(max_viewed_nodes + 1));
    FAIL();
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("up to 200 nodes"));
    EXPECT_THAT(error.what(), HasSubstr("isotypic inspect"));
  }
}

}  // namespace
}  // namespace isotypic::explore::view_test
