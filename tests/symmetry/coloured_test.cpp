// Coloured graphs through compute_symmetry; many more of them: make coloured-draws.

#include "tests/support/coloured.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/bliss.hpp"

namespace isotypic::coloured_test {
namespace {

const SymmetryOptions all_colours{.node_colours = true, .edge_colours = true};

TEST(ColouredGraphs, HaveOneCanonicalFormAndTheOrderThatBlissFinds) {
  std::int64_t by_traces = 0;
  for (std::uint64_t draw = 1; draw <= 2000; ++draw) {
    Random random(0, draw);
    const Graph graph = random_coloured_graph(random);
    const Graph copy = shuffled(graph, random);
    const Symmetry first = compute_symmetry(graph, all_colours);
    const Symmetry second = compute_symmetry(copy, all_colours);
    ASSERT_EQ(first.canonical, second.canonical) << "draw " << draw;
    ASSERT_EQ(first.order, second_engine::run_bliss(graph).order) << "draw " << draw;
    by_traces += first.engine == SymmetryEngine::Traces ? 1 : 0;
  }
  EXPECT_GT(by_traces, 500);  // dense nauty searches the small ones
}

}  // namespace
}  // namespace isotypic::coloured_test
