#include "isotypic/group/quotient.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::quotient_test {
namespace {

TEST(Quotient, EveryNodeOfAnOrbitHasTheSameCounts) {
  for (const auto& [name, graph] : zoo::graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const QuotientGraph quotient = quotient_graph(graph, symmetry);
    std::int64_t total = 0;
    for (const auto& [from, to, count] : quotient.arcs) {
      total += quotient.size[from] * count;
      for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
        if (symmetry.orbit_of[v] != from) continue;
        std::int64_t own = 0;
        for (const std::int32_t w : graph.neighbours(v)) own += symmetry.orbit_of[w] == to ? 1 : 0;
        EXPECT_EQ(own, count) << name;
      }
      if (from != to) {
        EXPECT_TRUE(quotient.graph.has_edge(from, to)) << name;
      }
    }
    EXPECT_EQ(total, 2 * graph.num_edges()) << name;
  }
}

TEST(Quotient, OfAStarIsAnEdge) {
  const Graph star = star_graph(4);
  const QuotientGraph quotient = quotient_graph(star, compute_symmetry(star));
  EXPECT_EQ(quotient.graph, path_graph(2));
  EXPECT_EQ(quotient.arcs.size(), 2U);
  EXPECT_NE(error_text([&] {
              (void)quotient_graph(path_graph(3), compute_symmetry(star));
            }).find("its symmetry 5"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::quotient_test
