// Agreement with bliss, an engine that shares no code with nauty and Traces.

#include <gtest/gtest.h>

#include <filesystem>

#include "isotypic/data/brec.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/graph/wl_hard.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/bliss.hpp"
#include "tests/support/data_directory.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::second_engine_test {
namespace {

using second_engine::run_bliss;

void expect_same_findings(const std::string& name, const Graph& a, const Graph& b) {
  const Symmetry ours_a = compute_symmetry(a);
  const Symmetry ours_b = compute_symmetry(b);
  const auto theirs_a = run_bliss(a);
  const auto theirs_b = run_bliss(b);
  EXPECT_EQ(ours_a.order, theirs_a.order) << name;
  EXPECT_EQ(ours_b.order, theirs_b.order) << name;
  EXPECT_EQ(ours_a.canonical == ours_b.canonical, theirs_a.canonical == theirs_b.canonical) << name;
}

TEST(SecondEngine, AgreesOnTheOrdersOfTheZoo) {
  for (const auto& [name, graph] : zoo::graphs()) {
    EXPECT_EQ(compute_symmetry(graph).order, run_bliss(graph).order) << name;
  }
}

TEST(SecondEngine, AgreesOnIsomorphismOfTheZoo) {
  Random random(1);
  for (const auto& [name, graph] : zoo::graphs()) {
    const Graph copy = shuffled(graph, random);
    EXPECT_TRUE(are_isomorphic(graph, copy)) << name;
    EXPECT_EQ(run_bliss(graph).canonical, run_bliss(copy).canonical) << name;
  }
}

TEST(SecondEngine, AgreesOnTheHardPairs) {
  for (const auto& suite : {wl_hard_suite(), extended_wl_hard_suite()}) {
    for (const GraphPair& pair : suite) expect_same_findings(pair.name, pair.first, pair.second);
  }
}

TEST(SecondEngine, AgreesOnColouredGraphs) {
  Random random(2);
  std::int64_t symmetric = 0;
  for (const auto& [name, graph] : zoo::graphs()) {
    if (graph.num_nodes() > 60) continue;
    // Colours that follow few nodes leave some symmetry to find.
    Colours colours;
    colours.nodes.assign(graph.num_nodes(), 0);
    colours.nodes[random.below(graph.num_nodes())] = 3;
    for (std::int64_t e = 0; e < graph.num_edges(); ++e) {
      colours.edges.push_back(random.below(graph.num_edges()) == 0 ? 5 : 1);
    }
    const Graph coloured = make_graph(graph.num_nodes(), graph.edges(), colours);
    const SymmetryOptions both = {.node_colours = true, .edge_colours = true};
    const Symmetry ours = compute_symmetry(coloured, both);
    EXPECT_EQ(ours.order, run_bliss(coloured).order) << name;
    EXPECT_TRUE(are_isomorphic(coloured, shuffled(coloured, random), both)) << name;
    if (ours.order != "1") ++symmetric;
  }
  EXPECT_GT(symmetric, 20);
}

TEST(SecondEngine, AgreesOnTheBrecBenchmark) {
  const std::string directory = data_directory("brec");
  if (!std::filesystem::exists(directory)) {
    GTEST_SKIP() << "BREC is not in " << directory << "; set ISOTYPIC_DATA";
  }
  std::int64_t number = 0;
  for (const BrecPair& pair : read_brec(directory)) {
    const std::string name = "pair " + std::to_string(number++);
    expect_same_findings(name, pair.first, pair.second);
    EXPECT_FALSE(are_isomorphic(pair.first, pair.second)) << name;
  }
}

}  // namespace
}  // namespace isotypic::second_engine_test
