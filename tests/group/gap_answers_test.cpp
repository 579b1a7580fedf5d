// Groups against GAP: gap/answers.txt holds its answers for 200 graphs.

#include "tests/support/gap_answers.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/group/action.hpp"
#include "isotypic/group/conjugacy_classes.hpp"
#include "isotypic/group/set_orbits.hpp"
#include "isotypic/symmetry/arc_orbits.hpp"

namespace isotypic::gap_answers_test {
namespace {

using nlohmann::json;

struct Answer {
  std::string name;
  Graph graph;
  std::map<std::string, std::string> values;

  [[nodiscard]] json value(const std::string& key) const { return json::parse(values.at(key)); }
};

std::vector<Answer> read_answers() {
  std::vector<Answer> answers;
  for (test::GapAnswer& read : test::read_gap_answers("tests/group/gap/answers.txt")) {
    Answer answer{std::move(read.name), std::move(read.graph), {}};
    for (const std::string& field : read.fields) {
      const auto blank = field.find(' ');
      answer.values[field.substr(0, blank)] = field.substr(blank + 1);
    }
    answers.push_back(std::move(answer));
  }
  return answers;
}

class GapAnswers : public testing::Test {
 protected:
  static const std::vector<Answer>& answers() {
    static const std::vector<Answer> read = read_answers();
    return read;
  }
};

json sorted(std::vector<std::int64_t> values) {
  std::sort(values.begin(), values.end());
  return values;
}

std::vector<std::int64_t> sizes_of(const std::vector<std::int32_t>& labels) {
  std::vector<std::int64_t> sizes(labels.size(), 0);
  for (const std::int32_t label : labels) ++sizes[label];
  std::erase(sizes, 0);
  return sizes;
}

std::vector<std::int32_t> first_three(const Graph& graph) {
  std::vector<std::int32_t> nodes = {0, 1, 2};
  nodes.resize(std::min<std::size_t>(3, graph.num_nodes()));
  return nodes;
}

TEST_F(GapAnswers, AreTwoHundred) { EXPECT_EQ(answers().size(), 200U); }

TEST_F(GapAnswers, AgreeAboutOrdersAndStabilisers) {
  for (const Answer& answer : answers()) {
    SCOPED_TRACE(answer.name);
    const AutomorphismGroup group(answer.graph);
    const std::vector<std::int32_t> three = first_three(answer.graph);
    EXPECT_EQ(group.order(), answer.values.at("order"));
    EXPECT_EQ(group.permutations().order(), answer.values.at("order"));
    EXPECT_EQ(group.stabiliser(std::vector{0}).order(), answer.values.at("stabiliser"));
    EXPECT_EQ(group.stabiliser(three).order(), answer.values.at("pointwise"));
    EXPECT_EQ(group.set_stabiliser(three).order(), answer.values.at("setwise"));
  }
}

TEST_F(GapAnswers, AgreeAboutOrbits) {
  for (const Answer& answer : answers()) {
    SCOPED_TRACE(answer.name);
    const AutomorphismGroup group(answer.graph);
    const std::vector<std::int32_t> three = first_three(answer.graph);
    EXPECT_EQ(sorted(sizes_of(group.symmetry().orbit_of)), answer.value("orbits"));
    EXPECT_EQ(sorted(label_edge_orbits(group.graph(), group.symmetry().generators).sizes()),
              answer.value("edges"));
    EXPECT_EQ(sorted(label_arc_orbits(group.graph(), group.symmetry().generators).sizes()),
              answer.value("arcs"));
    EXPECT_EQ(set_orbit_length(group, three), answer.values.at("images"));
    EXPECT_EQ(set_orbit(group, three).size(), answer.value("images"));
    if (answer.graph.num_nodes() < 2) continue;
    EXPECT_EQ(orbits_of_sets(group, 2).size(), answer.value("pairs_as_sets"));
  }
}

TEST_F(GapAnswers, AgreeAboutRankAndSubdegrees) {
  for (const Answer& answer : answers()) {
    SCOPED_TRACE(answer.name);
    const AutomorphismGroup group(answer.graph);
    EXPECT_EQ(rank(group), answer.value("rank"));
    EXPECT_EQ(json(subdegrees(group, 0)), answer.value("subdegrees"));
  }
}

TEST_F(GapAnswers, AgreeAboutTransitivityPrimitivityAndBlocks) {
  for (const Answer& answer : answers()) {
    SCOPED_TRACE(answer.name);
    const AutomorphismGroup group(answer.graph);
    EXPECT_EQ(transitivity(group), answer.value("transitivity"));
    EXPECT_EQ(is_primitive(group), answer.value("primitive"));
    if (answer.values.at("blocks") == "-") continue;
    std::vector<std::int64_t> blocks;
    for (const BlockSystem& system : minimal_block_systems(group)) {
      blocks.push_back(std::count(system.begin(), system.end(), 0));
    }
    EXPECT_EQ(sorted(blocks), answer.value("blocks"));
  }
}

TEST_F(GapAnswers, AgreeAboutThePermutationCharacter) {
  std::int64_t compared = 0;
  for (const Answer& answer : answers()) {
    if (answer.values.at("classes") == "-") continue;
    SCOPED_TRACE(answer.name);
    std::vector<std::vector<std::int64_t>> classes;
    for (const ConjugacyClass& found : conjugacy_classes(AutomorphismGroup(answer.graph))) {
      classes.push_back({found.element_order, found.size, found.fixed_points});
    }
    std::sort(classes.begin(), classes.end());
    EXPECT_EQ(json(classes), answer.value("classes"));
    ++compared;
  }
  EXPECT_GE(compared, 150);
}

}  // namespace
}  // namespace isotypic::gap_answers_test
