#include "isotypic/ladder/classes.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/graph/families.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::classes_test {
namespace {

TEST(LadderClasses, GrowFromRungToRungUpToIsomorphism) {
  std::vector<Graph> graphs;
  Random random(4);
  for (const Graph& graph : reference::small_graphs()) {
    graphs.push_back(graph);
    if (graph.num_nodes() == 6) graphs.push_back(shuffled(graph, random));
  }
  graphs.push_back(rook_graph(4, 4));
  graphs.push_back(shrikhande_graph());
  const LadderClasses classes = ladder_classes(graphs, {}, Rung::Complete, 2);
  EXPECT_EQ(classes.num_isomorphism_classes, 1252 + 2);
  ASSERT_EQ(classes.rungs.size(), all_rungs.size());
  std::int64_t before = 0;
  for (const RungClasses& rung : classes.rungs) {
    EXPECT_GE(rung.num_classes, before);
    EXPECT_TRUE(rung.skipped.empty());
    before = rung.num_classes;
    // Classes are unions of isomorphism classes.
    std::set<std::pair<std::int64_t, std::int64_t>> both;
    for (std::size_t i = 0; i < graphs.size(); ++i) {
      both.insert({classes.isomorphism_class_of[i], rung.class_of[i]});
    }
    EXPECT_EQ(std::ssize(both), classes.num_isomorphism_classes);
  }
  EXPECT_LT(classes.rungs.front().num_classes, classes.num_isomorphism_classes);
  EXPECT_EQ(classes.rungs.back().class_of, classes.isomorphism_class_of);
}

TEST(LadderClasses, OfNoGraphsAreNone) {
  const LadderClasses classes = ladder_classes({});
  EXPECT_EQ(classes.num_isomorphism_classes, 0);
  EXPECT_EQ(classes.rungs.back().num_classes, 0);
}

TEST(LadderClasses, AreNotSplitWhereALimitIsMet) {
  LadderOptions options;
  options.max_representatives = 1;
  std::int64_t unsplit = 0;
  for (const GraphPair& pair : extended_wl_hard_suite()) {
    const std::vector<Graph> graphs = {pair.first, pair.second};
    const LadderClasses classes = ladder_classes(graphs, options);
    const RungClasses& last = classes.rungs.back();
    EXPECT_EQ(last.num_classes == 1, !last.skipped.empty()) << pair.name;
    EXPECT_EQ(classes.num_isomorphism_classes, 2) << pair.name;
    unsplit += last.num_classes == 1 ? 1 : 0;
  }
  EXPECT_GT(unsplit, 0);
}

TEST(LadderClasses, StopOnRequest) {
  const std::vector<Graph> graphs = {rook_graph(4, 4), shrikhande_graph()};
  std::stop_source source;
  source.request_stop();
  LadderOptions options;
  options.stop = source.get_token();
  (void)error_text([&] { (void)ladder_classes(graphs, options); }, ErrorKind::Cancelled);
}

}  // namespace
}  // namespace isotypic::classes_test
