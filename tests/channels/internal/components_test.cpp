// Isotypic components against GAP: gap/components.txt holds its answers.

#include "isotypic/channels/internal/components.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

#include "isotypic/channels/channels.hpp"
#include "isotypic/io/graph6.hpp"
#include "tests/support/gap_answers.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::components_test {
namespace {

/// "dim x multiplicity type" of every component, sorted.
using Summary = std::vector<std::tuple<std::int64_t, std::int64_t, std::string>>;

Summary summarise(const Channels& channels) {
  Summary summary;
  for (const Component& component : channels.canonical->components) {
    summary.emplace_back(component.dim, component.multiplicity, to_string(component.type));
  }
  std::ranges::sort(summary);
  return summary;
}

/// From "5x1 real, 4x1 complex,".
Summary parse_summary(const std::string& text) {
  std::istringstream components(text);
  Summary summary;
  std::int64_t dim = 0;
  std::int64_t multiplicity = 0;
  char times = 0;
  std::string type;
  while (components >> dim >> times >> multiplicity &&
         std::getline(components >> std::ws, type, ',')) {
    summary.emplace_back(dim, multiplicity, type);
  }
  std::ranges::sort(summary);
  return summary;
}

std::vector<test::GapAnswer> read_answers() {
  return test::read_gap_answers("tests/channels/gap/components.txt");
}

TEST(Components, AgreeWithTheCharacterTablesOfGap) {
  const std::vector<test::GapAnswer> answers = read_answers();
  ASSERT_GE(answers.size(), 50);
  for (const test::GapAnswer& answer : answers) {
    ASSERT_EQ(answer.fields.size(), 2U) << answer.name;
    const Symmetry symmetry = compute_symmetry(answer.graph);
    EXPECT_EQ(symmetry.order, answer.fields[0]) << answer.name;
    const Summary expected = parse_summary(answer.fields[1]);
    for (const std::uint64_t seed : {0, 1, 2}) {
      EXPECT_EQ(summarise(decompose(symmetry, {.seed = seed})), expected) << answer.name;
    }
  }
}

TEST(Components, OfAllThreeTypesAreAmongTheAnswers) {
  std::vector<std::string> types;
  for (const test::GapAnswer& answer : read_answers()) {
    for (const auto& [dim, multiplicity, type] : parse_summary(answer.fields.at(1))) {
      types.push_back(type);
    }
  }
  for (const char* type : {"real", "complex", "quaternionic"}) {
    EXPECT_GT(std::ranges::count(types, type), 0) << type;
  }
}

/// The projectors of the components, in block order.
std::vector<Eigen::MatrixXd> projectors(const Channels& channels) {
  std::vector<Eigen::MatrixXd> result;
  for (const Channel& channel : channels.canonical->channels) {
    const auto block = channels.canonical->basis.middleCols(channel.begin, channel.dim);
    result.emplace_back(block * block.transpose());
  }
  return result;
}

TEST(Components, DoNotDependOnTheSeed) {
  for (const test::GapAnswer& answer : read_answers()) {
    const Symmetry symmetry = compute_symmetry(answer.graph);
    const auto first = projectors(decompose(symmetry, {.grouping = Grouping::Components}));
    for (const std::uint64_t seed : {1, 2, 3}) {
      const auto other =
          projectors(decompose(symmetry, {.seed = seed, .grouping = Grouping::Components}));
      ASSERT_EQ(other.size(), first.size()) << answer.name;
      for (std::size_t i = 0; i < first.size(); ++i) {
        EXPECT_LT((other[i] - first[i]).norm(), 1e-8) << answer.name << ", component " << i;
      }
    }
  }
}

TEST(Components, DimensionTimesMultiplicityAddsUpToTheNodes) {
  for (const Graph& graph : samples::assorted()) {
    std::int64_t sum = 0;
    const Channels channels = decompose(compute_symmetry(graph));
    for (const Component& c : channels.canonical->components) {
      sum += c.dim * c.multiplicity;
    }
    EXPECT_EQ(sum, graph.num_nodes());
  }
}

TEST(Components, HaveOneTrivialOneWithAChannelPerOrbit) {
  for (const Graph& graph : samples::assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::vector<Component> components = decompose(symmetry).canonical->components;
    EXPECT_EQ(std::ranges::count_if(components, &Component::trivial), 1);
    const auto trivial = std::ranges::find_if(components, &Component::trivial);
    EXPECT_EQ(trivial->multiplicity, symmetry.num_orbits);
    EXPECT_EQ(trivial->dim, 1);
  }
}

TEST(Components, OfARigidGraphAreOneTrivialComponent) {
  const Graph frucht = parse_graph6("KhCKM?_EGK?L");
  const Symmetry symmetry = compute_symmetry(frucht);
  ASSERT_EQ(symmetry.order, "1");
  const std::vector<Component> components = decompose(symmetry).canonical->components;
  ASSERT_EQ(components.size(), 1);
  EXPECT_EQ(components[0], (Component{1, 12, ComponentType::Real, true}));
}

}  // namespace
}  // namespace isotypic::components_test
