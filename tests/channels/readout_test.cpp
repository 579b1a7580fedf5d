#include "isotypic/channels/readout.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/random_projection.hpp"
#include "tests/support/laws.hpp"
#include "tests/support/sample_graphs.hpp"

namespace isotypic::readout_test {
namespace {

using samples::assorted;
using samples::permute_rows;
using samples::random_embeddings;

Channels channels_of(const Graph& graph) { return decompose(compute_symmetry(graph)); }

/// The statistics straight from their definitions, with full projectors.
Eigen::VectorXd slow_features(const Channels& channels, const Eigen::MatrixXd& m,
                              const IsotypicReadoutOptions& options) {
  const Eigen::MatrixXd basis = basis_in_node_order(channels);
  const Eigen::MatrixXd r = random_projection(m.cols(), options.rp_dim, options.seed);
  const auto n = static_cast<double>(m.rows());
  Eigen::VectorXd features = Eigen::VectorXd::Zero(options.max_blocks * (3 + options.rp_dim));
  for (std::int64_t a = 0; a < options.max_blocks; ++a) {
    if (a >= std::ssize(channels.canonical->channels)) break;
    const Channel& channel = channels.canonical->channels[a];
    const Eigen::MatrixXd q = basis.middleCols(channel.begin, channel.dim);
    const Eigen::MatrixXd block = q * q.transpose() * m;
    const Eigen::RowVectorXd mean = block.colwise().sum() / n;
    auto slot = features.segment(a * (3 + options.rp_dim), 3 + options.rp_dim);
    slot[0] = block.colwise().sum().norm();
    slot[1] = block.norm();
    slot[2] = block.rowwise().norm().sum() / n;
    slot.tail(options.rp_dim) = (mean * r).transpose();
  }
  return features;
}

TEST(Readout, IsTheDefinitionWithoutItsProjectors) {
  Random random(1);
  for (const Graph& graph : assorted()) {
    const Channels channels = channels_of(graph);
    const Eigen::MatrixXd m = random_embeddings(graph.num_nodes(), 5, random);
    const IsotypicReadoutOptions options{.max_blocks = 12, .rp_dim = 4, .seed = 3};
    const Eigen::VectorXd slow = slow_features(channels, m, options);
    const Eigen::VectorXd fast = isotypic_features(channels, m, options).values;
    EXPECT_LT((fast - slow).norm(), 1e-12 * slow.norm());
  }
}

// Lemma B.6 of the paper.
TEST(Readout, DoesNotChangeUnderNodeRelabelling) {
  Random random(2);
  for (const Graph& graph : assorted()) {
    const Eigen::MatrixXd m = random_embeddings(graph.num_nodes(), 6, random);
    const Eigen::VectorXd in_double = isotypic_features(channels_of(graph), m).values;
    const Eigen::MatrixXf single = m.cast<float>();
    const Eigen::VectorXf in_float = isotypic_features(channels_of(graph), single).values;
    for_relabelled_copies(graph, 20, random, [&](const Graph& relabelled, const Permutation& p) {
      const Channels copy = channels_of(relabelled);
      EXPECT_LE((isotypic_features(copy, permute_rows(m, p)).values - in_double).norm(),
                1e-9 * in_double.norm());
      EXPECT_LE((isotypic_features(copy, permute_rows(single, p)).values - in_float).norm(),
                1e-4F * in_float.norm());
    });
  }
}

TEST(Readout, ReadsConstantEmbeddingsInTheTrivialChannelsOnly) {
  for (const Graph& graph : assorted()) {
    const Channels channels = channels_of(graph);
    const IsotypicReadoutOptions options{.max_blocks = 0, .rp_dim = 2};
    const auto features =
        isotypic_features(channels, Eigen::MatrixXd::Constant(graph.num_nodes(), 3, 7.0), options);
    for (std::size_t a = 0; a < channels.canonical->channels.size(); ++a) {
      if (channels.canonical->components[channels.canonical->channels[a].component].trivial) {
        continue;
      }
      EXPECT_EQ(features.values.segment(static_cast<std::int64_t>(a) * 5, 5).cwiseAbs().sum(), 0.0);
    }
    EXPECT_NEAR(features.retained_energy, 1.0, 1e-12);
  }
}

TEST(Readout, OfZeroIsZero) {
  const auto features = isotypic_features(channels_of(cycle_graph(6)), Eigen::MatrixXd::Zero(6, 4));
  EXPECT_EQ(features.values.cwiseAbs().sum(), 0.0);
  EXPECT_EQ(features.retained_energy, 1.0);
}

TEST(Readout, OfAConstantIsZeroAfterCentring) {
  const auto features =
      isotypic_features(channels_of(samples::random_graph(12, 0.4, 5)),
                        Eigen::MatrixXd::Constant(12, 3, 0.1), {.max_blocks = 0, .centre = true});
  EXPECT_EQ(features.values.cwiseAbs().sum(), 0.0);
}

TEST(Readout, TakesRoundingNoiseForZero) {
  // Noise of float size on an embedding that is constant: only the mean is signal.
  Random random(3);
  const Channels channels = channels_of(cycle_graph(8));
  const Eigen::MatrixXf m =
      (Eigen::MatrixXd::Ones(8, 4) + 1e-7 * random_embeddings(8, 4, random)).cast<float>();
  const Eigen::VectorXf values = isotypic_features(channels, m).values;
  EXPECT_EQ((values.array() != 0.0F).count(), 11);
  const Eigen::VectorXd as_double =
      isotypic_features(channels, Eigen::MatrixXd(m.cast<double>())).values;
  EXPECT_GT((as_double.array() != 0.0).count(), 11);
}

TEST(Readout, ScalesWithTheEmbeddingOverTheWholeRangeOfDouble) {
  Random random(4);
  const Channels channels = channels_of(star_graph(5));
  const Eigen::MatrixXd m = random_embeddings(6, 3, random);
  const Eigen::VectorXd reference = isotypic_features(channels, m).values;
  for (const int exponent : {-1000, -500, 500, 1000}) {
    const Eigen::MatrixXd scaled =
        m.unaryExpr([&](double value) { return std::ldexp(value, exponent); });
    const Eigen::VectorXd values =
        isotypic_features(channels, scaled).values.unaryExpr([&](double value) {
          return std::ldexp(value, -exponent);
        });
    EXPECT_LT((values - reference).norm(), 1e-12 * reference.norm()) << "2^" << exponent;
  }
}

TEST(Readout, NamesTheRowOfANanOrInfinity) {
  const Channels channels = channels_of(cycle_graph(6));
  for (const double bad :
       {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Eigen::MatrixXd m = Eigen::MatrixXd::Ones(6, 2);
    m(4, 1) = bad;
    try {
      static_cast<void>(isotypic_features(channels, m));
      FAIL() << "no error";
    } catch (const Error& error) {
      EXPECT_THAT(error.what(), ::testing::HasSubstr("row 4"));
    }
  }
  EXPECT_THROW(static_cast<void>(isotypic_features(channels, Eigen::MatrixXd::Ones(5, 2))), Error);
}

TEST(Readout, PadsMissingBlocksWithZeros) {
  Random random(5);
  const Channels channels = channels_of(complete_graph(4));
  const auto features = isotypic_features(channels, random_embeddings(4, 3, random));
  EXPECT_EQ(features.values.size(), 8 * 11);
  EXPECT_EQ(features.values.tail(6 * 11).cwiseAbs().sum(), 0.0);
}

TEST(Readout, ReportsTheEnergyThatItsBlocksHold) {
  Random random(6);
  const Channels channels = channels_of(cycle_graph(12));
  const Eigen::MatrixXd m = random_embeddings(12, 4, random);
  double last = 0.0;
  for (std::int64_t blocks = 1; blocks <= 7; ++blocks) {
    const auto features = isotypic_features(channels, m, {.max_blocks = blocks});
    double energy = 0.0;
    for (std::int64_t a = 0; a < blocks; ++a) energy += std::pow(features.values[a * 11 + 1], 2);
    EXPECT_NEAR(features.retained_energy, energy / m.squaredNorm(), 1e-12);
    EXPECT_GT(features.retained_energy, last);
    last = features.retained_energy;
  }
  EXPECT_NEAR(last, 1.0, 1e-12);
  // A constant signal sits in the last block of the paper's order; eight blocks may miss it.
  const Channels large = channels_of(cycle_graph(40));
  EXPECT_EQ(isotypic_features(large, Eigen::MatrixXd::Ones(40, 1)).retained_energy, 0.0);
}

TEST(Readout, LinearVariantIsTheSumOfTheLinearBlocks) {
  Random random(7);
  const Channels channels = channels_of(samples::heap_tree(15));
  const Eigen::MatrixXd m = random_embeddings(15, 4, random);
  const Eigen::VectorXd linear =
      isotypic_features(channels, m, {.variant = ReadoutVariant::Linear, .max_blocks = 0}).values;
  const Eigen::VectorXd blocks =
      isotypic_features(channels, m, {.variant = ReadoutVariant::LinearBlocks, .max_blocks = 0})
          .values;
  EXPECT_LT((linear - blocks.reshaped(8, blocks.size() / 8).rowwise().sum()).norm(), 1e-13);
  // All blocks together: the mean of all rows, projected.
  const Eigen::VectorXd mean = (m.colwise().mean() * random_projection(4, 8, 0)).transpose();
  EXPECT_LT((linear - mean).norm(), 1e-13);
}

TEST(Readout, CountsItsFeatures) {
  const Channels channels = channels_of(cycle_graph(6));
  for (const ReadoutVariant variant :
       {ReadoutVariant::Full, ReadoutVariant::Linear, ReadoutVariant::LinearBlocks}) {
    for (const std::int64_t blocks : {0, 3, 9}) {
      const IsotypicReadoutOptions options{.variant = variant, .max_blocks = blocks, .rp_dim = 5};
      EXPECT_EQ(isotypic_features(channels, Eigen::MatrixXd::Ones(6, 2), options).values.size(),
                num_features(options, channels));
    }
  }
}

TEST(Readout, OfTheGraphWithoutNodesIsZero) {
  const auto features = isotypic_features(channels_of(Graph()), Eigen::MatrixXd(0, 3));
  EXPECT_EQ(features.values.size(), 88);
  EXPECT_EQ(features.values.cwiseAbs().sum(), 0.0);
}

TEST(Readout, RefusesFeaturesBeyondTheRangeOfTheirType) {
  const Channels channels = channels_of(complete_graph(50));
  const Eigen::MatrixXd largest =
      Eigen::MatrixXd::Constant(50, 1, std::numeric_limits<double>::max());
  EXPECT_THROW(static_cast<void>(isotypic_features(channels, largest)), Error);
  const Eigen::MatrixXf largest_float =
      Eigen::MatrixXf::Constant(50, 1, std::numeric_limits<float>::max());
  EXPECT_THROW(static_cast<void>(isotypic_features(channels, largest_float)), Error);
  EXPECT_TRUE(isotypic_features(channels, 1e-3 * largest).values.allFinite());
}

TEST(Readout, RefusesMoreFeaturesThanItsLimitBeforeAllocatingThem) {
  const Channels channels = channels_of(cycle_graph(6));
  const Eigen::MatrixXd m = Eigen::MatrixXd::Ones(6, 1);
  constexpr std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  for (const IsotypicReadoutOptions& options :
       {IsotypicReadoutOptions{.max_blocks = 8192, .rp_dim = 65536},
        IsotypicReadoutOptions{.max_blocks = huge}, IsotypicReadoutOptions{.rp_dim = huge}}) {
    EXPECT_THROW(static_cast<void>(isotypic_features(channels, m, options)), Error);
  }
}

}  // namespace
}  // namespace isotypic::readout_test
