// Local equals dense: components, order, traces, projectors.

#include "isotypic/channels/local_decomposition.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <stop_token>

#include "isotypic/channels/cache.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/data_directory.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/support/zoo.hpp"

namespace isotypic::local_decomposition_test {
namespace {

constexpr ChannelOptions by_components = {.grouping = Grouping::Components};

/// Components (dimension, multiplicity, type), their order, their traces and the number of orbitals
/// are those of the dense decomposition.
void expect_like_dense(const Symmetry& symmetry) {
  const auto dense = decompose(symmetry, by_components).canonical;
  const auto local = decompose_locally(symmetry).canonical;
  ASSERT_EQ(local->components.size(), dense->channels.size());
  EXPECT_EQ(local->num_components, dense->num_channels);
  EXPECT_EQ(local->certificate.num_orbitals, dense->certificate.num_orbitals);
  for (std::size_t i = 0; i < dense->channels.size(); ++i) {
    const Channel& block = dense->channels[i];
    EXPECT_EQ(local->components[i].component, dense->components[block.component]);
    EXPECT_NEAR(local->components[i].tr_laplacian, block.tr_laplacian, 1e-8);
    EXPECT_NEAR(local->components[i].tr_adjacency, block.tr_adjacency, 1e-8);
  }
}

/// Every projector is that of the dense decomposition.
void expect_same_projectors(const Symmetry& symmetry) {
  const Channels dense = decompose(symmetry, by_components);
  const LocalChannels local = decompose_locally(symmetry);
  const Eigen::MatrixXd basis = basis_in_node_order(dense);
  const Eigen::MatrixXd identity = Eigen::MatrixXd::Identity(basis.rows(), basis.rows());
  for (std::size_t i = 0; i < dense.canonical->channels.size(); ++i) {
    const Channel& block = dense.canonical->channels[i];
    const auto q = basis.middleCols(block.begin, block.dim);
    const Eigen::MatrixXd projector = project(local, static_cast<std::int64_t>(i), identity);
    EXPECT_LT((projector - q * q.transpose()).norm(), 1e-9);
  }
}

TEST(LocalDecomposition, HasTheDenseComponentsOfEveryGraphUpToSevenNodes) {
  for (const Graph& graph : reference::small_graphs()) {
    expect_like_dense(compute_symmetry(graph));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalDecomposition, HasTheDenseProjectorsOfEveryGraphUpToSixNodes) {
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() > 6) continue;
    expect_same_projectors(compute_symmetry(graph));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalDecomposition, HasTheDenseComponentsOfTheZoo) {
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    const Symmetry symmetry = compute_symmetry(item.graph);
    expect_like_dense(symmetry);
    if (item.graph.num_nodes() <= 40) expect_same_projectors(symmetry);
  }
}

TEST(LocalDecomposition, HasTheDenseComponentsOfTwoThousandRandomGraphsAndTrees) {
  Random random(7);
  for (int i = 0; i < 2000; ++i) {
    SCOPED_TRACE(i);
    expect_like_dense(compute_symmetry(samples::random_sparse_graph(i, random)));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalDecomposition, HasTheDenseComponentsOfBrec) {
  const std::string directory = data_directory("brec");
  if (!std::filesystem::exists(directory)) GTEST_SKIP() << "no BREC in " << directory;
  for (const BrecPair& pair : read_brec(directory)) {
    expect_like_dense(compute_symmetry(pair.first));
    expect_like_dense(compute_symmetry(pair.second));
    if (testing::Test::HasFailure()) return;
  }
}

TEST(LocalDecomposition, RespectsColours) {
  Random random(5);
  for (const Graph& plain : samples::assorted()) {
    Colours colours;
    for (std::int64_t v = 0; v < plain.num_nodes(); ++v) {
      colours.nodes.push_back(static_cast<std::int32_t>(random.below(2)));
    }
    for (std::int64_t e = 0; e < plain.num_edges(); ++e) {
      colours.edges.push_back(static_cast<std::int32_t>(random.below(2)));
    }
    const Graph graph = make_graph(plain.num_nodes(), plain.edges(), colours);
    expect_like_dense(compute_symmetry(graph, {.node_colours = true, .edge_colours = true}));
    expect_like_dense(compute_symmetry(graph, {.edge_colours = true}));
  }
}

TEST(LocalDecomposition, FollowsTheOrderOfTheOptions) {
  for (const Graph& graph : samples::assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const ChannelOptions ascending = {.order = BlockOrder::TraceAscending,
                                      .grouping = Grouping::Components};
    const auto dense = decompose(symmetry, ascending).canonical;
    const auto local = decompose_locally(symmetry, ascending).canonical;
    ASSERT_EQ(local->components.size(), dense->channels.size());
    for (std::size_t i = 0; i < dense->channels.size(); ++i) {
      EXPECT_EQ(local->components[i].component, dense->components[dense->channels[i].component]);
    }
  }
}

TEST(LocalDecomposition, IsEqualBitByBitForRelabelledCopies) {
  Random random(2);
  for (const zoo::NamedGraph& item : zoo::graphs()) {
    SCOPED_TRACE(item.name);
    const auto own = decompose_locally(compute_symmetry(item.graph)).canonical;
    for_relabelled_copies(item.graph, 1, random, [&](const Graph& copy, const Permutation&) {
      EXPECT_EQ(*decompose_locally(compute_symmetry(copy)).canonical, *own);
    });
  }
}

TEST(LocalDecomposition, NeedsNoMatrixForPlainStructure) {
  const Symmetry symmetry = compute_symmetry(disjoint_copies(complete_graph(3), 20'000));
  const auto local = decompose_locally(symmetry).canonical;
  ASSERT_EQ(local->components.size(), 3);
  EXPECT_EQ(local->components[0].component, (Component{.dim = 40'000, .multiplicity = 1}));
  EXPECT_EQ(local->components[1].component, (Component{.dim = 19'999, .multiplicity = 1}));
  EXPECT_TRUE(local->components[2].component.trivial);
  EXPECT_EQ(local->certificate.num_orbitals, 3);
}

TEST(LocalDecomposition, TakesCoresFromTheCache) {
  ChannelCache cache;
  const Symmetry symmetry = compute_symmetry(disjoint_copies(cycle_graph(9), 3));
  const auto first = decompose_locally(symmetry, {}, &cache).canonical;
  const auto second = decompose_locally(symmetry, {}, &cache).canonical;
  EXPECT_EQ(cache.statistics().misses, 1);
  EXPECT_EQ(cache.statistics().memory_hits, 1);
  EXPECT_EQ(first->cores[0].decomposition, second->cores[0].decomposition);
}

TEST(LocalDecomposition, NamesTheMotifThatIsTooLarge) {
  const Graph graph = disjoint_union(std::vector<Graph>{star_graph(3), cycle_graph(9000)});
  const std::string text = error_text([&] { (void)decompose_locally(compute_symmetry(graph)); });
  EXPECT_NE(text.find("9000 nodes"), std::string::npos) << text;
  EXPECT_NE(text.find("8192"), std::string::npos) << text;
}

TEST(LocalDecomposition, RefusesLargeCoresBeforeItDecomposesAny) {
  ChannelCache cache;
  const Graph graph = disjoint_union(std::vector<Graph>{cycle_graph(9), cycle_graph(9000)});
  EXPECT_THROW((void)decompose_locally(compute_symmetry(graph), {}, &cache), Error);
  EXPECT_EQ(cache.statistics().misses, 0);
}

TEST(LocalDecomposition, EndsALargeCoreAtTheTimeLimitAndNamesIt) {
  const Symmetry symmetry = compute_symmetry(cycle_graph(5000));  // takes seconds
  const auto begin = std::chrono::steady_clock::now();
  const std::string text = error_text(
      [&] {
        (void)decompose_locally(symmetry, {}, nullptr,
                                limits_from_now(std::chrono::milliseconds(100), {}));
      },
      ErrorKind::Cancelled);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(2000));
  EXPECT_NE(text.find("the time limit has passed"), std::string::npos) << text;
  EXPECT_NE(text.find("core of 5000 nodes"), std::string::npos) << text;
}

TEST(LocalDecomposition, StopsOnRequest) {
  std::stop_source source;
  source.request_stop();
  const Symmetry symmetry = compute_symmetry(star_graph(4));
  const std::string text = error_text(
      [&] {
        (void)decompose_locally(symmetry, {}, nullptr,
                                limits_from_now(std::nullopt, source.get_token()));
      },
      ErrorKind::Cancelled);
  EXPECT_NE(text.find("stopped on request"), std::string::npos) << text;
}

TEST(LocalDecomposition, FindsTheSameWithAndWithoutLimits) {
  const std::vector<Graph> parts = {hypercube_graph(10), star_graph(3), cycle_graph(7)};
  const Symmetry symmetry = compute_symmetry(disjoint_union(parts));
  const auto free = decompose_locally(symmetry).canonical;
  ChannelCache cache;
  const auto limited =
      decompose_locally(symmetry, {}, &cache, limits_from_now(std::chrono::minutes(5), {}))
          .canonical;
  EXPECT_EQ(*limited, *free);
}

TEST(LocalDecomposition, KeepsCoresThatWereDecomposedWithinALimit) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  const Symmetry symmetry = compute_symmetry(hypercube_graph(10));  // large enough for a process
  const auto free = decompose_locally(symmetry).canonical;
  const auto limited_by = [&](ChannelCache& cache) {
    return decompose_locally(symmetry, {}, &cache, limits_from_now(std::chrono::minutes(5), {}))
        .canonical;
  };
  {
    ChannelCache cache({.file = file});
    EXPECT_EQ(*limited_by(cache), *free);
    EXPECT_EQ(cache.statistics().misses, 1);
    EXPECT_EQ(*limited_by(cache), *free);
    EXPECT_EQ(cache.statistics().memory_hits, 1);
    cache.save();
  }
  ChannelCache cache({.file = file});
  EXPECT_EQ(*limited_by(cache), *free);
  EXPECT_EQ(cache.statistics().file_hits, 1);
  EXPECT_EQ(cache.statistics().misses, 0);
}

TEST(LocalDecomposition, RefusesAGroupThatIsNotWhole) {
  Symmetry symmetry = compute_symmetry(star_graph(4));
  symmetry.order = "12";
  const std::string text =
      error_text([&] { (void)decompose_locally(symmetry); }, ErrorKind::Runtime);
  EXPECT_NE(text.find("order"), std::string::npos) << text;
}

TEST(LocalDecomposition, RefusesFactorsAndRowsThatDoNotFit) {
  const LocalChannels local = decompose_locally(compute_symmetry(star_graph(4)));
  const Eigen::MatrixXd x = Eigen::MatrixXd::Ones(5, 2);
  EXPECT_THROW((void)apply_components(local, std::vector<double>(1), x), Error);
  EXPECT_THROW((void)project(local, 2, x), Error);
  EXPECT_THROW((void)project(local, 0, x.topRows(3)), Error);
  EXPECT_EQ(project(local, 0, x).rows(), 5);
}

TEST(LocalDecomposition, OfTheEmptyGraphIsEmpty) {
  const auto local = decompose_locally(compute_symmetry(Graph())).canonical;
  EXPECT_TRUE(local->components.empty());
}

}  // namespace
}  // namespace isotypic::local_decomposition_test
