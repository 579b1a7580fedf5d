#include "isotypic/group/set_orbits.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/reference.hpp"

namespace isotypic::set_orbits_test {
namespace {

TEST(SetOrbits, AreThoseOfAllAutomorphisms) {
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() != 5) continue;
    const AutomorphismGroup group(graph);
    const std::vector<Permutation> all = reference::automorphisms(graph);
    for (std::int64_t size = 0; size <= 5; ++size) {
      std::int64_t count = 0;
      for (const auto& [representative, length] : orbits_of_sets(group, size)) {
        std::set<NodeSet> images;
        for (const Permutation& p : all) {
          NodeSet image;
          for (const std::int32_t v : representative) image.push_back(p[v]);
          std::sort(image.begin(), image.end());
          images.insert(image);
        }
        EXPECT_EQ(representative, *images.begin());
        EXPECT_EQ(length, std::ssize(images));
        EXPECT_EQ(set_orbit(group, representative),
                  std::vector<NodeSet>(images.begin(), images.end()));
        EXPECT_EQ(set_orbit_length(group, representative), std::to_string(images.size()));
        count += length;
      }
      constexpr std::int64_t binomial[] = {1, 5, 10, 10, 5, 1};
      EXPECT_EQ(count, binomial[size]);
    }
  }
}

TEST(SetOrbits, AreCountedHoweverLong) {
  std::vector<std::int32_t> half(50);
  for (std::int32_t i = 0; i < 50; ++i) half[i] = i;
  EXPECT_EQ(set_orbit_length(AutomorphismGroup(complete_graph(100)), half),
            "100891344545564193334812497256");
}

TEST(SetOrbits, SayWhenTheyAreTooMany) {
  const AutomorphismGroup group(complete_graph(40));
  const std::vector<std::int32_t> set = {0, 1, 2, 3, 4, 5, 6};
  EXPECT_NE(error_text([&] { (void)set_orbit(group, set); }).find("18643560 images"),
            std::string::npos);
  EXPECT_NE(error_text([&] { (void)orbits_of_sets(group, 20); }).find("more than 10000000 sets"),
            std::string::npos);
  EXPECT_NE(error_text([&] { (void)orbits_of_sets(group, 41); }).find("no sets of 41"),
            std::string::npos);
}

}  // namespace
}  // namespace isotypic::set_orbits_test
