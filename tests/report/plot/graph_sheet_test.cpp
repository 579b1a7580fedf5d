#include "isotypic/report/plot/graph_sheet.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>
#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/report/plot/layout.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::report::graph_sheet_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

Drawing draw(const Graph& graph, const DrawOptions& options = {},
             const std::optional<Eigen::MatrixXd>& features = {},
             std::vector<std::string> names = {}) {
  return draw_with_meaning("g", graph, compute_symmetry(graph), options, features,
                           std::move(names));
}

/// The fill colours of the nodes, in their order.
std::vector<std::string> node_colours(const Drawing& drawing, std::int64_t num_nodes) {
  std::vector<std::string> colours;
  for (std::size_t at = drawing.svg.find("<circle");
       at != std::string::npos && std::ssize(colours) < num_nodes;
       at = drawing.svg.find("<circle", at + 1)) {
    colours.push_back(drawing.svg.substr(drawing.svg.find("fill=\"", at) + 6, 7));
  }
  return colours;
}

TEST(NodeValues, OrbitsShareAColourAndOtherOrbitsDoNot) {
  for (const Graph& graph : {path_graph(7), star_graph(5), petersen_graph(), grid_graph(3, 4),
                             binary_tree(3), complete_bipartite_graph(2, 5)}) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::vector<std::string> colours = node_colours(draw(graph), graph.num_nodes());
    ASSERT_EQ(std::ssize(colours), graph.num_nodes());
    std::map<std::int32_t, std::set<std::string>> of_orbit;
    std::map<std::int32_t, std::int64_t> size;
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      of_orbit[symmetry.orbit_of[v]].insert(colours[v]);
      ++size[symmetry.orbit_of[v]];
    }
    std::set<std::string> seen;
    for (const auto& [orbit, found] : of_orbit) {
      ASSERT_EQ(found.size(), 1U);
      if (size[orbit] == 1) {
        EXPECT_EQ(*found.begin(), ground_colour(Theme::Light));
      } else {
        EXPECT_TRUE(seen.insert(*found.begin()).second) << "two orbits share a colour";
      }
    }
  }
}

TEST(NodeValues, OfAChannelFollowTheStabiliserOfTheMarkedNode) {
  const NodeValues values = node_values(petersen_graph(), compute_symmetry(petersen_graph()),
                                        {.colour = NodeColouring::Channel, .channel = 0});
  EXPECT_EQ(values.scale, ColourScale::Diverging);
  EXPECT_THAT(values.meaning,
              HasSubstr("channel 0 (of 0 to 2): dim 5, eigenvalue 1; colour: node"));
  // The marked node, its three neighbours and the six others.
  const std::set<double> distinct(values.values.begin(), values.values.end());
  EXPECT_EQ(distinct.size(), 3U);
}

TEST(NodeValues, OfDestroyedFeaturesSumToZeroOrAreLengths) {
  const Graph graph = path_graph(4);
  Eigen::MatrixXd one(4, 1), two(4, 2);
  one << 1, 2, 3, 6;
  two << 1, 0, 1, 0, 1, 3, 1, 0;
  const DrawOptions destroyed{.colour = NodeColouring::Destroyed};
  const NodeValues single = node_values(graph, compute_symmetry(graph), destroyed, one);
  EXPECT_THAT(single.values, ::testing::ElementsAre(-2, -1, 0, 3));
  EXPECT_EQ(single.scale, ColourScale::Diverging);
  EXPECT_THAT(single.meaning, HasSubstr("28 %"));  // 14 of 50
  const NodeValues several = node_values(graph, compute_symmetry(graph), destroyed, two);
  EXPECT_THAT(several.values, ::testing::ElementsAre(0.75, 0.75, 2.25, 0.75));
  EXPECT_EQ(several.scale, ColourScale::Sequential);
}

TEST(NodeValues, RefusesWhatIsNotThere) {
  const Graph graph = cycle_graph(5);
  const Symmetry symmetry = compute_symmetry(graph);
  EXPECT_THROW((void)node_values(graph, symmetry, {.colour = NodeColouring::Destroyed}), Error);
  EXPECT_THROW((void)node_values(graph, symmetry, {.colour = NodeColouring::Channel, .channel = 9}),
               Error);
  const Graph huge = path_graph(max_drawn_nodes + 1);
  EXPECT_THROW((void)draw(huge), Error);
}

TEST(GraphSheet, LabelsAreWrittenAndEscaped) {
  EXPECT_THAT(draw(cycle_graph(3), {.labels = true}).svg, HasSubstr(">2</text>"));
  EXPECT_THAT(draw(cycle_graph(3)).svg, Not(HasSubstr("paint-order")));
  const Drawing named = draw(path_graph(2), {}, {}, {"<b>&\"", "a long name of a node"});
  EXPECT_THAT(named.svg, HasSubstr(">&lt;b&gt;&amp;&quot;</text>"));
  EXPECT_THAT(named.svg, HasSubstr(">a long name of a node</text>"));
  EXPECT_THAT(draw(path_graph(1), {}, {}, {std::string(1000, 'x')}).svg,
              HasSubstr(">" + std::string(31, 'x') + "…</text>"));
  EXPECT_THROW((void)draw(path_graph(2), {}, {}, {"only one"}), Error);
}

TEST(GraphSheet, OfOneGraphIsItsDrawing) {
  const std::vector<Drawing> one = {draw(cycle_graph(5))};
  const std::string sheet = make_sheet(one, {});
  EXPECT_THAT(sheet, ::testing::StartsWith("<svg class=\"isotypic-sheet\""));
  EXPECT_THAT(sheet, Not(HasSubstr("n = 5")));
}

TEST(GraphSheet, OfOneGraphSaysWhatAScaleMeasures) {
  const DrawOptions options{.colour = NodeColouring::Channel, .channel = 1};
  const std::vector<Drawing> one = {draw(petersen_graph(), options)};
  EXPECT_THAT(make_sheet(one, options), HasSubstr("channel 1 (of 0 to 2): dim 4, eigenvalue -2"));
}

TEST(GraphSheet, CutsNoCaption) {
  const DrawOptions options{.colour = NodeColouring::Channel, .channel = 1};
  const std::vector<Drawing> two(2, draw(petersen_graph(), options));
  const std::string sheet = make_sheet(two, options);
  EXPECT_THAT(sheet, HasSubstr("eigenvalue -2"));
  EXPECT_THAT(sheet, HasSubstr("projected onto it"));
  EXPECT_THAT(sheet, Not(HasSubstr("…")));
}

TEST(GraphSheet, TheKeyCountsTheNodesOfOrbitsAndFixedNodesAreHollow) {
  const std::string svg = draw(path_graph(5)).svg;
  EXPECT_THAT(svg, HasSubstr(">fixed</text>"));
  EXPECT_THAT(svg, HasSubstr(">orbit 0 (2 nodes)</text>"));
  EXPECT_THAT(svg, ::testing::ContainsRegex(">[12] \\(2\\)</text>"));
  EXPECT_THAT(svg, HasSubstr("class=\"hollow\""));
  EXPECT_THAT(draw(cycle_graph(5)).svg, Not(HasSubstr("class=\"hollow\"")));
}

/// Discs of many nodes would cover each other and the edges.
TEST(GraphSheet, NodesOfLargeGraphsAreSmall) {
  const auto radius = [](const Graph& graph) {
    const std::string svg = draw(graph).svg;
    return std::stod(svg.substr(svg.find("r=\"", svg.find("<circle")) + 3));
  };
  Random random(0);
  EXPECT_LT(radius(erdos_renyi_graph(150, 0.1, random)), 5.0);
  EXPECT_GT(radius(cycle_graph(6)), 5.0);
}

TEST(GraphSheet, OfSeveralGraphsNamesThemInRows) {
  std::vector<Drawing> drawings;
  for (std::int64_t n = 3; n < 8; ++n) {
    drawings.push_back(draw_with_meaning("<i>file</i>:" + std::to_string(n), cycle_graph(n),
                                         compute_symmetry(cycle_graph(n)), {}));
  }
  const std::string sheet = make_sheet(drawings, {.columns = 2});
  EXPECT_THAT(sheet, HasSubstr("&lt;i&gt;file&lt;/i&gt;:7"));
  EXPECT_THAT(sheet, Not(HasSubstr("<i>")));
  EXPECT_THAT(sheet, HasSubstr("n = 7, m = 7, |Aut| = 14; colour: orbit"));
  EXPECT_THAT(sheet, HasSubstr("width=\"756.00\" height=\"972.00\""));  // two columns, three rows
}

TEST(GraphSheet, FollowsTheReaderUnlessAScheme) {
  const auto sheet = [](ColourScheme scheme) {
    const DrawOptions options{.scheme = scheme};
    const std::vector<Drawing> one = {draw(cycle_graph(4), options)};
    return make_sheet(one, options);
  };
  EXPECT_THAT(sheet(ColourScheme::Auto), HasSubstr("prefers-color-scheme"));
  for (const ColourScheme fixed : {ColourScheme::Light, ColourScheme::Dark}) {
    EXPECT_THAT(sheet(fixed), Not(HasSubstr("prefers-color-scheme")));
  }
  EXPECT_THAT(sheet(ColourScheme::Dark), HasSubstr(ground_colour(Theme::Dark)));
  EXPECT_THAT(sheet(ColourScheme::Light), Not(HasSubstr(ground_colour(Theme::Dark))));
}

TEST(GraphSheet, HoldsSomeGraphsButNotNoneOrTooMany) {
  EXPECT_THROW((void)make_sheet({}, {}), Error);
  const std::vector<Drawing> many(max_sheet_drawings + 1);
  EXPECT_THROW((void)make_sheet(many, {}), Error);
  EXPECT_NO_THROW((void)draw(Graph()));
}

TEST(SvgToPng, HasTheHeaderAndTheWidthOfAPng) {
  const std::vector<Drawing> one = {draw(cycle_graph(5))};
  std::string png;
  try {
    png = svg_to_png(make_sheet(one, {}), 300);
  } catch (const Error& error) {
    if (std::string(error.what()).find("needs rsvg-convert") == std::string::npos) throw;
    GTEST_SKIP() << error.what();
  }
  ASSERT_GT(png.size(), 24U);
  EXPECT_EQ(png.substr(0, 8), "\x89PNG\r\n\x1a\n");
  EXPECT_EQ(png.substr(16, 4), std::string("\0\0\x01\x2c", 4));  // 300, big-endian
}

TEST(SvgToPng, NamesTheProgramThatIsMissing) {
  const TemporaryDirectory folder;
  const std::string path = std::getenv("PATH");
  ::setenv("PATH", folder.path().c_str(), 1);
  std::string complaint;
  try {
    (void)svg_to_png("<svg width=\"10\" height=\"10\"/>", 0);
  } catch (const Error& error) {
    complaint = error.what();
  }
  ::setenv("PATH", path.c_str(), 1);
  EXPECT_THAT(complaint, HasSubstr("needs rsvg-convert (on Debian: librsvg2-bin)"));
}

TEST(SvgToPng, RefusesPicturesThatNoProgramOpens) {
  EXPECT_THROW((void)svg_to_png("<svg width=\"10\" height=\"100000\"/>", 20'000), Error);
}

}  // namespace
}  // namespace isotypic::report::graph_sheet_test
