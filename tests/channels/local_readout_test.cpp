#include "isotypic/channels/local_readout.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/pooled_readout.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/io/graph6.hpp"
#include "tests/support/data_directory.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::local_readout_test {
namespace {

constexpr ChannelOptions by_components = {.grouping = Grouping::Components};

void expect_like_dense(const Graph& graph, Random& random) {
  const Symmetry symmetry = compute_symmetry(graph);
  const Channels dense = decompose(symmetry, by_components);
  const LocalChannels local = decompose_locally(symmetry);
  const Eigen::MatrixXd m = samples::random_embeddings(graph.num_nodes(), 5, random);
  for (const bool centre : {false, true}) {
    const IsotypicReadoutOptions options = {.max_blocks = 0, .centre = centre};
    const auto expected = isotypic_features(dense, m, options);
    const auto features = isotypic_features(local, m, options);
    ASSERT_EQ(features.values.size(), expected.values.size());
    EXPECT_EQ(num_features(options, local), num_features(options, dense));
    EXPECT_LE((features.values - expected.values).norm(), 1e-9 * expected.values.norm());
    EXPECT_NEAR(features.retained_energy, expected.retained_energy, 1e-12);
    const Eigen::VectorXd pooled = pooled_features(dense, m, {.centre = centre});
    EXPECT_LE((pooled_features(local, m, {.centre = centre}) - pooled).norm(),
              1e-9 * pooled.norm());
  }
  const Explanation expected = explain(dense, m);
  const Explanation own = explain(local, m);
  ASSERT_EQ(own.components.size(), expected.components.size());
  const double tolerance = 1e-12 * expected.total;
  EXPECT_NEAR(own.total, expected.total, tolerance);
  EXPECT_NEAR(own.kept_by_pooling, expected.kept_by_pooling, tolerance);
  EXPECT_NEAR(own.visible_to_linear_readouts, expected.visible_to_linear_readouts, tolerance);
  for (std::size_t i = 0; i < own.components.size(); ++i) {
    EXPECT_EQ(own.components[i].component, expected.components[i].component);
    EXPECT_NEAR(own.components[i].energy, expected.components[i].energy, tolerance);
  }
}

TEST(LocalReadout, AgreesWithTheDenseOneOnEveryGraphUpToSevenNodes) {
  Random random(1);
  for (const Graph& graph : reference::small_graphs()) {
    expect_like_dense(graph, random);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalReadout, AgreesWithTheDenseOneOnTheZoo) {
  Random random(2);
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    expect_like_dense(item.graph, random);
  }
}

TEST(LocalReadout, AgreesWithTheDenseOneOnRandomGraphsAndTrees) {
  Random random(3);
  for (int i = 0; i < 500; ++i) {
    SCOPED_TRACE(i);
    expect_like_dense(samples::random_sparse_graph(i, random), random);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalReadout, OrdersComponentsThatLiveOnAPartOfTheirCore) {
  // Two components have equal traces. One is a pair of twins, the other lives on four nodes of a
  // core that has more: the first of its nodes decides, not the first of the core.
  Random random(9);
  expect_like_dense(parse_graph6("ICXmY}nNw"), random);
}

TEST(LocalReadout, AgreesWithTheDenseOneOnBrec) {
  const std::string directory = data_directory("brec");
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << "no BREC in " << directory;
  Random random(5);
  for (const BrecPair& pair : read_brec(directory)) {
    expect_like_dense(pair.first, random);
    expect_like_dense(pair.second, random);
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalReadout, ReadsTheSameFromRelabelledCopies) {
  Random random(4);
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    const Eigen::MatrixXd m = samples::random_embeddings(item.graph.num_nodes(), 3, random);
    const auto own = isotypic_features(decompose_locally(compute_symmetry(item.graph)), m);
    for_relabelled_copies(item.graph, 2, random, [&](const Graph& copy, const Permutation& p) {
      const LocalChannels channels = decompose_locally(compute_symmetry(copy));
      const auto features = isotypic_features(channels, samples::permute_rows(m, p));
      EXPECT_LE((features.values - own.values).norm(), 1e-11 * own.values.norm());
    });
  }
}

TEST(LocalReadout, ReadsExactlyZeroWhereTheSignalIsConstantOnOrbits) {
  const Graph graph = disjoint_copies(star_graph(7), 5);
  const LocalChannels channels = decompose_locally(compute_symmetry(graph));
  Eigen::MatrixXd degrees(graph.num_nodes(), 1);
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    degrees(v, 0) = 0.1 * static_cast<double>(graph.degree(v));
  }
  const Explanation explanation = explain(channels, degrees);
  for (const ComponentEnergy& part : explanation.components) {
    EXPECT_EQ(part.energy == 0.0, !part.component.trivial);
  }
  EXPECT_EQ(explanation.visible_to_linear_readouts, explanation.total);
}

TEST(LocalReadout, SumsEnergiesByTypeOfComponent) {
  Random random(8);
  const std::vector<Graph> parts = {star_graph(2), path_graph(2), cycle_graph(4), star_graph(3)};
  const Graph graph = disjoint_union(parts);  // three motifs with a component 1 x 1 real or more
  const Explanation explanation = explain(decompose_locally(compute_symmetry(graph)),
                                          samples::random_embeddings(graph.num_nodes(), 2, random));
  const std::vector<TypeEnergy> types = energies_by_type(explanation);
  std::int64_t count = 0;
  double energy = 0.0;
  for (const TypeEnergy& type : types) {
    count += type.count;
    energy += type.energy;
    EXPECT_EQ(
        std::ranges::count_if(
            types, [&](const TypeEnergy& other) { return other.component == type.component; }),
        1);
  }
  EXPECT_EQ(count, std::ssize(explanation.components));
  EXPECT_LT(types.size(), explanation.components.size());
  EXPECT_NEAR(energy, explanation.total, 1e-12 * explanation.total);
}

TEST(LocalReadout, ReadsFloatsAndHugeNumbers) {
  Random random(6);
  const Graph graph = samples::copies(cycle_graph(5), 3);
  const LocalChannels channels = decompose_locally(compute_symmetry(graph));
  const Eigen::MatrixXd m = samples::random_embeddings(15, 2, random);
  const auto in_double = isotypic_features(channels, m);
  const auto in_float = isotypic_features(channels, Eigen::MatrixXf(m.cast<float>()));
  EXPECT_LT((in_double.values - in_float.values.cast<double>()).norm(), 1e-5);
  const auto huge = isotypic_features(channels, Eigen::MatrixXd(std::ldexp(1.0, 900) * m));
  EXPECT_EQ(huge.values, in_double.values.unaryExpr([](double x) { return std::ldexp(x, 900); }));
}

TEST(LocalReadout, RefusesBadRowsAndTruncatedComponents) {
  const Symmetry symmetry = compute_symmetry(star_graph(4));
  const LocalChannels channels = decompose_locally(symmetry);
  Eigen::MatrixXd m = Eigen::MatrixXd::Ones(5, 1);
  EXPECT_THROW((void)isotypic_features(channels, m.topRows(4)), Error);
  EXPECT_THROW((void)explain(channels, m.topRows(4)), Error);
  EXPECT_THROW((void)explain(decompose_locally(symmetry, {.max_blocks = 1}), m), Error);
  m(2, 0) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)isotypic_features(channels, m), Error);
  EXPECT_THROW((void)explain(channels, m), Error);
}

}  // namespace
}  // namespace isotypic::local_readout_test
