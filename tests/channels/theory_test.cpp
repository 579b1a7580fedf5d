#include "isotypic/channels/theory.hpp"

#include <gtest/gtest.h>

#include <set>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/explain.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::theory_test {
namespace {

using samples::assorted;
using samples::permute_rows;
using samples::random_embeddings;

/// All elements of the group, by brute force; for small groups only.
std::set<Permutation> elements(const Symmetry& symmetry) {
  std::set<Permutation> found = {identity_permutation(symmetry.num_nodes)};
  std::vector<Permutation> queue(found.begin(), found.end());
  while (!queue.empty()) {
    const Permutation p = queue.back();
    queue.pop_back();
    for (const SparsePermutation& g : symmetry.generators) {
      Permutation next = compose(p, to_dense(g, symmetry.num_nodes));
      if (found.insert(next).second) queue.push_back(std::move(next));
    }
  }
  return found;
}

TEST(Theory, ReynoldsOperatorIsTheAverageOverTheGroup) {
  Random random(1);
  for (const Graph& graph :
       {cycle_graph(6), star_graph(4), samples::heap_tree(7), samples::copies(cycle_graph(3), 2)}) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Eigen::MatrixXd m = random_embeddings(graph.num_nodes(), 3, random);
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(m.rows(), m.cols());
    const std::set<Permutation> group = elements(symmetry);
    for (const Permutation& h : group) sum += permute_rows(m, h);
    EXPECT_LT((reynolds(symmetry, m) - sum / static_cast<double>(group.size())).norm(), 1e-12);
  }
}

// Theorem B.4 (a) of the paper.
TEST(Theory, TrivialComponentIsTheFixedSubspace) {
  Random random(2);
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Channels channels = decompose(symmetry);
    const Eigen::MatrixXd m = random_embeddings(graph.num_nodes(), 2, random);
    for (std::size_t i = 0; i < channels.canonical->components.size(); ++i) {
      if (!channels.canonical->components[i].trivial) continue;
      const Eigen::MatrixXd p = component_projector(channels, static_cast<std::int64_t>(i));
      EXPECT_LT((p * m - reynolds(symmetry, m)).norm(), 1e-12);
    }
  }
}

// Theorem 2.2 of the paper, for the group of the hexagon with its printed projectors.
TEST(Theory, CanonicalProjectorsOfTheHexagonAreThePrintedOnes) {
  const Channels channels = decompose(compute_symmetry(cycle_graph(6)));
  const auto circulant = [](double c0, double c1, double c2, double c3) {
    const double by_distance[] = {c0, c1, c2, c3, c2, c1};
    Eigen::MatrixXd p(6, 6);
    for (int u = 0; u < 6; ++u) {
      for (int v = 0; v < 6; ++v) p(u, v) = by_distance[(u - v + 6) % 6] / 3.0;
    }
    return p;
  };
  const std::vector<Eigen::MatrixXd> printed = {circulant(1, 0.5, -0.5, -1),
                                                circulant(1, -0.5, -0.5, 1)};
  for (const Eigen::MatrixXd& expected : printed) {
    double nearest = 1e9;
    for (std::int64_t i = 0; i < 4; ++i) {
      nearest = std::min(nearest, (component_projector(channels, i) - expected).norm());
    }
    EXPECT_LT(nearest, 1e-13);
  }
}

TEST(Theory, CanonicalProjectorsCommuteWithEachOrbitalAndAddUpToOne) {
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Channels channels = decompose(symmetry);
    const Orbitals orbitals = compute_orbitals(symmetry);
    const std::int64_t n = graph.num_nodes();
    Eigen::MatrixXd sum = Eigen::MatrixXd::Zero(n, n);
    for (std::int64_t i = 0; i < std::ssize(channels.canonical->components); ++i) {
      const Eigen::MatrixXd p = component_projector(channels, i);
      sum += p;
      for (std::int64_t t = 0; t < orbitals.count; ++t) {
        Eigen::MatrixXd m = Eigen::MatrixXd::Zero(n, n);
        for (std::int64_t u = 0; u < n; ++u) {
          for (std::int64_t v = 0; v < n; ++v) m(u, v) = orbitals(u, v) == t ? 1.0 : 0.0;
        }
        ASSERT_LT((p * m - m * p).norm(), 1e-9) << "orbital " << t;
      }
    }
    EXPECT_LT((sum - Eigen::MatrixXd::Identity(n, n)).norm(), 1e-12);
  }
}

// Theorem 3.3 of the paper.
TEST(Theory, LinearReadoutsAreInvariantExactlyWhenTheyFactorThroughTheAverage) {
  Random random(3);
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const std::int64_t n = graph.num_nodes();
    const std::int64_t width = 2;
    const Eigen::MatrixXd any = random_embeddings(3, n * width, random);
    Eigen::MatrixXd invariant = any;  // constant on orbits: averaged over the nodes
    for (std::int64_t k = 0; k < 3; ++k) {
      const Eigen::MatrixXd weights = Eigen::RowVectorXd(any.row(k)).reshaped(width, n).transpose();
      invariant.row(k) = reynolds(symmetry, weights).transpose().reshaped().transpose();
    }
    const FactorisationCheck good = check_factorisation(symmetry, invariant, width);
    EXPECT_TRUE(good.invariant);
    EXPECT_TRUE(good.factors);
    const FactorisationCheck other = check_factorisation(symmetry, any, width);
    EXPECT_EQ(other.invariant, symmetry.order == "1");
    EXPECT_EQ(other.factors, other.invariant);
    const Eigen::MatrixXd pooling = Eigen::MatrixXd::Ones(1, n);
    EXPECT_TRUE(check_factorisation(symmetry, pooling, 1).factors);
  }
}

TEST(Theory, FactorsOfALinearReadoutReproduceIt) {
  Random random(4);
  const Symmetry symmetry = compute_symmetry(samples::heap_tree(15));
  const Eigen::MatrixXd m = random_embeddings(15, 1, random);
  Eigen::MatrixXd readout(1, 15);
  for (std::int64_t v = 0; v < 15; ++v) readout(0, v) = 1.0 + symmetry.orbit_of[v];
  const FactorisationCheck check = check_factorisation(symmetry, readout, 1);
  const Eigen::MatrixXd averaged = reynolds(symmetry, m);
  Eigen::VectorXd means(symmetry.num_orbits);
  for (std::int64_t v = 0; v < 15; ++v) means[symmetry.orbit_of[v]] = averaged(v, 0);
  EXPECT_NEAR((readout * m)(0, 0), (check.on_orbit_means * means)(0, 0), 1e-12);
}

TEST(Theory, RejectsWrongShapes) {
  const Symmetry symmetry = compute_symmetry(cycle_graph(5));
  EXPECT_THROW(static_cast<void>(reynolds(symmetry, Eigen::MatrixXd::Ones(4, 1))), Error);
  EXPECT_THROW(static_cast<void>(check_factorisation(symmetry, Eigen::MatrixXd::Ones(1, 9), 2)),
               Error);
  const Channels channels = decompose(symmetry, {.max_blocks = 1});
  EXPECT_THROW(static_cast<void>(component_projector(channels, 2)), Error);
  EXPECT_THROW(static_cast<void>(component_projector(channels, 3)), Error);
}

TEST(Explain, SplitsTheEnergyOverTheComponents) {
  Random random(5);
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Eigen::MatrixXd m = random_embeddings(graph.num_nodes(), 3, random);
    const Explanation explanation = explain(decompose(symmetry), m);
    double sum = 0.0;
    for (const ComponentEnergy& part : explanation.components) sum += part.energy;
    EXPECT_NEAR(sum, m.squaredNorm(), 1e-11 * m.squaredNorm());
    EXPECT_NEAR(explanation.visible_to_linear_readouts, reynolds(symmetry, m).squaredNorm(), 1e-11);
    EXPECT_NEAR(explanation.kept_by_pooling,
                m.colwise().mean().squaredNorm() * static_cast<double>(graph.num_nodes()), 1e-11);
    EXPECT_LE(explanation.kept_by_pooling, explanation.visible_to_linear_readouts + 1e-11);
  }
}

TEST(Explain, FindsThatPoolingDestroysAnAlternatingSignal) {
  Eigen::MatrixXd m(6, 1);
  m << 1, -1, 1, -1, 1, -1;
  const Explanation explanation = explain(decompose(compute_symmetry(cycle_graph(6))), m);
  EXPECT_NEAR(explanation.destroyed_by_pooling(), 6.0, 1e-12);
  EXPECT_NEAR(explanation.destroyed_by_linear_readouts(), 6.0, 1e-12);
}

TEST(Explain, DistinguishesPoolingFromTheBestLinearReadout) {
  // On a star, centre against leaves is constant on orbits: pooling loses part of it, a linear
  // invariant readout need not.
  Eigen::MatrixXd m(5, 1);
  m << 4, -1, -1, -1, -1;
  const Explanation explanation = explain(decompose(compute_symmetry(star_graph(4))), m);
  EXPECT_NEAR(explanation.kept_by_pooling, 0.0, 1e-12);
  EXPECT_NEAR(explanation.visible_to_linear_readouts, 20.0, 1e-12);
}

TEST(Explain, PooledVisibleAndTotalStayInOrderAfterRounding) {
  for (const Graph& graph : assorted()) {
    const Symmetry symmetry = compute_symmetry(graph);
    const Eigen::MatrixXd m = Eigen::MatrixXd::Constant(graph.num_nodes(), 3, 0.1);
    const Explanation explanation = explain(decompose(symmetry), m);
    EXPECT_LE(explanation.kept_by_pooling, explanation.visible_to_linear_readouts);
    EXPECT_LE(explanation.visible_to_linear_readouts, explanation.total);
    for (const ComponentEnergy& part : explanation.components) {
      EXPECT_TRUE(part.component.trivial || part.energy == 0.0);
    }
  }
}

TEST(Explain, RefusesEnergyBeyondDouble) {
  const Channels channels = decompose(compute_symmetry(cycle_graph(6)));
  EXPECT_THROW(static_cast<void>(explain(channels, Eigen::MatrixXd::Constant(6, 1, 1e200))), Error);
}

}  // namespace
}  // namespace isotypic::theory_test
