#include "isotypic/report/plot/drawing.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/permutation.hpp"
#include "isotypic/report/plot/layout.hpp"
#include "isotypic/report/plot/palette.hpp"
#include "isotypic/report/plot/rotation.hpp"

namespace isotypic::report::drawing_test {
namespace {

Graph cycle(std::int32_t n) {
  std::vector<Edge> edges;
  for (std::int32_t i = 0; i < n; ++i) edges.push_back({i, (i + 1) % n});
  return make_graph(n, edges);
}

double distance(const Point& a, const Point& b) { return std::hypot(a.x - b.x, a.y - b.y); }

TEST(Layout, SetsACycleRound) {
  const std::vector<Point> points = layout_graph(cycle(12));
  Point centre;
  for (const Point& point : points) centre = {centre.x + point.x / 12, centre.y + point.y / 12};
  const double radius = distance(points[0], centre);
  for (std::size_t i = 0; i < 12; ++i) {
    EXPECT_NEAR(distance(points[i], centre), radius, 0.02 * radius);
    EXPECT_NEAR(distance(points[i], points[(i + 1) % 12]), 1.0, 0.2);
  }
}

TEST(Rotation, IsAnAutomorphismWithCyclesOfOneLength) {
  const Graph wheel = make_graph(
      6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 0}, {0, 5}, {1, 5}, {2, 5}, {3, 5}, {4, 5}});
  for (const auto& [graph, order] : {std::pair(cycle(12), 12), std::pair(wheel, 5)}) {
    const std::vector<Rotation> rotations = find_rotations(graph);
    ASSERT_FALSE(rotations.empty());
    const Rotation& rotation = rotations.front();
    EXPECT_EQ(rotation.order, order);
    Permutation image = identity_permutation(graph.num_nodes());
    for (const auto& nodes : rotation.cycles) {
      ASSERT_EQ(std::ssize(nodes), rotation.order);
      for (std::size_t i = 0; i < nodes.size(); ++i)
        image[nodes[i]] = nodes[(i + 1) % nodes.size()];
    }
    EXPECT_EQ(relabel(graph, image), graph);
  }
  EXPECT_TRUE(find_rotations(make_graph(3, {{0, 1}, {1, 2}})).empty());
}

/// A turn by a fourteenth would set all nodes on one circle; one by a seventh shows the prism.
TEST(Layout, ShowsALowerSymmetryWhereTheHighestSpoilsTheDrawing) {
  const Graph prism = prism_graph(7);
  ASSERT_EQ(find_rotations(prism).front().order, 14);
  const std::vector<Point> points = layout_graph(prism);
  Point centre;
  for (const Point& point : points) centre = {centre.x + point.x / 14, centre.y + point.y / 14};
  std::vector<double> radii;
  for (const Point& point : points) radii.push_back(distance(point, centre));
  std::ranges::sort(radii);
  EXPECT_NEAR(radii[0], radii[6], 1e-6);
  EXPECT_NEAR(radii[7], radii[13], 1e-6);
  EXPECT_GT(radii[7], radii[6] + 0.3);
}

TEST(Layout, NeverSetsTwoNodesInOnePlace) {
  const Graph star = make_graph(6, {{0, 1}, {0, 2}, {0, 3}, {0, 4}, {0, 5}});
  const Graph apart = make_graph(7, {{0, 1}, {2, 3}});
  for (const Graph& graph : {star, apart, cycle(3), cycle(40)}) {
    const std::vector<Point> points = layout_graph(graph);
    for (std::size_t i = 0; i < points.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) EXPECT_GT(distance(points[i], points[j]), 0.2);
    }
  }
}

TEST(Layout, IsTheSameEveryTime) {
  const GraphPicture picture{.title = "c", .graph = cycle(9)};
  EXPECT_EQ(draw_graph(picture), draw_graph(picture));
}

TEST(Layout, TakesTheEmptyGraphAndRefusesAHugeOne) {
  EXPECT_TRUE(layout_graph(Graph()).empty());
  EXPECT_EQ(layout_graph(make_graph(1, {})).size(), 1U);
  EXPECT_THROW((void)layout_graph(make_graph(max_drawn_nodes + 1, {})), Error);
}

TEST(Drawing, GivesEqualNumbersEqualColours) {
  for (const ColourScale scale :
       {ColourScale::Categorical, ColourScale::Diverging, ColourScale::Sequential}) {
    const std::string svg =
        draw_graph({.title = "c", .graph = cycle(4), .values = {2, -1, 2, -1}, .scale = scale});
    std::vector<std::string> colours;
    for (std::size_t at = svg.find("<circle"); at != std::string::npos && colours.size() < 4;
         at = svg.find("<circle", at + 1)) {
      colours.push_back(svg.substr(svg.find("fill=\"", at) + 6, 7));
    }
    ASSERT_EQ(colours.size(), 4U);
    EXPECT_EQ(colours[0], colours[2]);
    EXPECT_EQ(colours[1], colours[3]);
    EXPECT_NE(colours[0], colours[1]);
  }
}

TEST(Drawing, EscapesItsText) {
  const std::string svg = draw_graph({.title = "\"><script>", .graph = cycle(3)});
  EXPECT_EQ(svg.find("<script>"), std::string::npos);
}

TEST(Drawing, RefusesValuesThatDoNotFit) {
  EXPECT_THROW((void)draw_graph({.graph = cycle(3), .values = {1}}), Error);
  EXPECT_THROW((void)draw_graph({.graph = cycle(3), .values = {1, 2, NAN}}), Error);
}

TEST(Palette, DivergesFromANeutralMiddle) {
  EXPECT_EQ(diverging_colour(0), "#bec1c6");
  EXPECT_EQ(diverging_colour(-5), diverging_colour(-1));
  EXPECT_NE(diverging_colour(-1), diverging_colour(1));
  const std::set<std::string> distinct(categorical_colours.begin(), categorical_colours.end());
  EXPECT_EQ(distinct.size(), categorical_colours.size());
}

double relative_luminance(const std::string& hex) {
  double sum = 0;
  for (const auto& [place, weight] :
       std::vector<std::pair<int, double>>{{1, 0.2126}, {3, 0.7152}, {5, 0.0722}}) {
    const double value = std::stoi(hex.substr(place, 2), nullptr, 16) / 255.0;
    sum += weight * (value <= 0.04045 ? value / 12.92 : std::pow((value + 0.055) / 1.055, 2.4));
  }
  return sum;
}

TEST(Palette, OnDarkGroundHasTheContrastOfText) {
  const double ground = relative_luminance(ground_colour(Theme::Dark));
  for (std::size_t i = 0; i < categorical_colours_on_dark.size(); ++i) {
    const std::string colour = categorical_colour(std::int64_t(i), Theme::Dark);
    EXPECT_GT((relative_luminance(colour) + 0.05) / (ground + 0.05), 4.5) << colour;
  }
}

}  // namespace
}  // namespace isotypic::report::drawing_test
