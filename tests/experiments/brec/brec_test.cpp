#include "experiments/brec/brec.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/run/merge.hpp"
#include "tests/experiments/brec/one_brec_pair.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::experiments::brec_test {
namespace {

/// Three differences with mean (1, 1) and covariance ((1, 1/2), (1/2, 1)), whose inverse is
/// 4/3 ((1, -1/2), (-1/2, 1)): T^2 = 4/3.
TEST(PairedComparison, IsHotellingsStatistic) {
  const Eigen::MatrixXd first{{1, 5}, {0, 6}, {2, 7}};
  const Eigen::MatrixXd second{{0, 5}, {0, 5}, {0, 5}};
  const PairedComparison result =
      compare_paired(first, second, {.epsilon = 0.5, .machine_epsilon = 1e-16});
  EXPECT_NEAR(result.t2_pinv, 4.0 / 3.0, 1e-12);
  // ((1.5, 0.5), (0.5, 1.5)) has the eigenvector (1, 1) with eigenvalue 2, and |m|^2 = 2.
  EXPECT_NEAR(result.t2_epsilon, 1.0, 1e-12);
  EXPECT_NEAR(result.distance, std::sqrt(2.0), 1e-12);
  EXPECT_NEAR(result.spread, std::sqrt(2.0), 1e-12);
  EXPECT_FALSE(result.degenerate);
}

TEST(PairedComparison, LeavesOutDirectionsWithoutVariance) {
  const Eigen::MatrixXd first{{1, 7}, {3, 7}};
  const PairedComparison result =
      compare_paired(first, Eigen::MatrixXd::Zero(2, 2), {.machine_epsilon = 1e-16});
  EXPECT_NEAR(result.t2_pinv, 2.0, 1e-12);
}

/// The false negative of the pseudo-inverse, and what the second variant is for.
TEST(PairedComparison, OfAnExactlyInvariantModelIsDegenerate) {
  const Eigen::MatrixXd first = Eigen::MatrixXd::Constant(32, 16, 0.25);
  const Eigen::MatrixXd second = Eigen::MatrixXd::Zero(32, 16);
  const PairedComparison result =
      compare_paired(first, second, {.epsilon = 1e-7, .machine_epsilon = 1e-7});
  EXPECT_EQ(result.t2_pinv, 0.0);
  EXPECT_NEAR(result.t2_epsilon, 1e7, 1.0);
  EXPECT_TRUE(result.degenerate);
}

TEST(PairedComparison, OfEqualEmbeddingsIsZero) {
  const Eigen::MatrixXd same = Eigen::MatrixXd::Constant(32, 16, 0.25);
  const PairedComparison result = compare_paired(same, same, {.machine_epsilon = 1e-7});
  EXPECT_EQ(result.t2_pinv, 0.0);
  EXPECT_EQ(result.t2_epsilon, 0.0);
}

TEST(PairedComparison, RefusesWhatCannotBeCompared) {
  const Eigen::MatrixXd three = Eigen::MatrixXd::Zero(3, 2);
  EXPECT_THROW((void)compare_paired(three, Eigen::MatrixXd::Zero(2, 2), {}), Error);
  EXPECT_THROW((void)compare_paired(three.topRows(1), three.topRows(1), {}), Error);
  Eigen::MatrixXd broken = three;
  broken(1, 1) = std::nan("");
  EXPECT_THROW((void)compare_paired(three, broken, {}), Error);
}

TEST(PairedComparison, DistinguishesAboveTheThresholdUnlessReliabilityIsTheSame) {
  EXPECT_TRUE(is_distinguished(72.35, 1.0, 72.34));
  EXPECT_FALSE(is_distinguished(72.34, 1.0, 72.34));
  EXPECT_FALSE(is_distinguished(100.0, 100.0005, 72.34));
  EXPECT_TRUE(is_distinguished(100.0, 100.01, 72.34));
}

/// The rook's graph against the Shrikhande graph, and a graph against itself.
BrecData two_brec_pairs() {
  BrecData data = one_brec_pair();
  data.pairs.push_back({petersen_graph(), petersen_graph(), BrecCategory::Regular});
  return data;
}

BrecConfig small_brec_config(std::vector<std::string> readouts,
                             std::vector<std::int64_t> blocks = {}) {
  BrecConfig config;
  config.selection.readouts = std::move(readouts);
  config.selection.blocks = std::move(blocks);
  config.selection.seeds = 1;
  config.selection.last_pair = 1;
  config.protocol.training.epochs = 4;
  return config;
}

TEST(Brec, IsotypicReadoutDistinguishesWhatSumCannotAndNothingElse) {
  for (const double norm_bias : {0.0, 0.1}) {
    BrecConfig config = small_brec_config({"isotypic", "sum"});
    config.protocol.norm_bias = norm_bias;
    const report::Record record = *run_brec(config, two_brec_pairs(), {});
    ASSERT_EQ(record.rows.size(), 4U);
    for (const Json& row : record.rows) {
      const bool expected = row.at("readout") == "isotypic B=8" && row.at("pair") == 0;
      EXPECT_EQ(row.at("distinguished"), expected) << row;
      EXPECT_TRUE(row.at("reliable")) << row;
      EXPECT_EQ(row.at("verdict"), expected ? "distinguished" : "equal features") << row;
    }
    EXPECT_EQ(record.figures.find("isotypic B=8/all/distinguished"), 1.0);
    EXPECT_EQ(record.figures.find("isotypic B=8/all/reliability failures, all seeds"), 0.0);
    EXPECT_EQ(record.figures.find("sum/all/distinguished"), 0.0);
  }
}

/// Two copies of a path sum their embeddings in different orders. With no threshold to speak of,
/// the rounding errors would distinguish a graph from itself.
TEST(Brec, RoundingNeverSeparates) {
  BrecConfig config = small_brec_config({"sum"});
  config.selection.last_pair = 0;
  config.threshold = 1e-3;
  config.protocol.epsilon = 1e-20;
  BrecData data{.source = "made here"};
  data.pairs.push_back({path_graph(9), path_graph(9), BrecCategory::Basic});
  const report::Record record = *run_brec(config, data, {});
  const Json& row = record.rows[0];
  EXPECT_GT(row.at("t2").get<double>(), config.threshold);
  EXPECT_EQ(row.at("verdict"), "rounding above the threshold");
  EXPECT_FALSE(row.at("distinguished"));
  EXPECT_FALSE(row.at("distinguished_pinv"));
}

TEST(Brec, HoldsInDoublePrecision) {
  BrecConfig config = small_brec_config({"isotypic"}, {0});
  config.protocol.numbers.precision = Precision::Float64;
  const report::Record record = *run_brec(config, two_brec_pairs(), {});
  EXPECT_TRUE(record.rows[0].at("distinguished"));
  EXPECT_FALSE(record.rows[1].at("distinguished"));
}

TEST(Brec, LaterSeedsAreTheSameInARunOfTheirOwn) {
  BrecConfig config = small_brec_config({"isotypic"});
  config.selection.seeds = 2;
  const report::Record both = *run_brec(config, two_brec_pairs(), {});
  config.selection.seeds = 1;
  config.selection.first_seed = 1;
  const report::Record second = *run_brec(config, two_brec_pairs(), {});
  Json expected = Json::array();
  for (const Json& row : both.rows) {
    if (row.at("seed") == 1) expected.push_back(row);
  }
  ASSERT_EQ(expected.size(), 2U);
  EXPECT_EQ(dump_json(second.rows), dump_json(expected));
  EXPECT_EQ(second.config.at("first_seed"), 1);
  EXPECT_FALSE(both.config.contains("first_seed"));
}

/// The rook's graph has three components, the Shrikhande graph with its smaller group more.
TEST(Brec, ComponentsAreBlocksToo) {
  BrecConfig config = small_brec_config({"isotypic"});
  config.protocol.channels.grouping = Grouping::Components;
  const report::Record record = *run_brec(config, two_brec_pairs(), {});
  EXPECT_TRUE(record.rows[0].at("distinguished"));
  EXPECT_FALSE(record.rows[1].at("distinguished"));
}

/// One mark cannot tell strongly regular graphs with equal parameters apart.
TEST(Brec, HashFreeReadoutsDistinguishWhatTheLadderSays) {
  for (const nn::Normalisation norm :
       {nn::Normalisation::Batch, nn::Normalisation::Fixed, nn::Normalisation::Centred}) {
    BrecConfig config = small_brec_config({"component_set", "marked:1", "marked:2"});
    config.protocol.numbers.precision = Precision::Float64;
    config.protocol.network = {.hidden = 16, .layers = 4, .norm = norm};
    const report::Record record = *run_brec(config, two_brec_pairs(), {});
    for (const Json& row : record.rows) {
      const bool expected = row.at("readout") != "marked:1" && row.at("pair") == 0;
      // With running statistics the differences of two marks stay small in so few steps.
      const bool may_fail = row.at("readout") == "marked:2" && norm == nn::Normalisation::Batch;
      if (!may_fail || !expected) {
        EXPECT_EQ(row.at("distinguished"), expected) << row;
      }
      EXPECT_TRUE(row.at("reliable")) << row;
    }
    const auto two_marks = std::ranges::find_if(
        record.rows, [](const Json& row) { return row.at("readout") == "marked:2"; });
    EXPECT_LT(two_marks->at("copies").get<double>(), two_marks->at("tuples").get<double>() / 10);
    EXPECT_EQ(record.config.contains("norm"), nn::is_fixed(norm));
  }
}

/// One block, of dimension 9 or 6, holds nothing of a constant embedding.
TEST(Brec, SaysWhenNothingIsRead) {
  const report::Record record =
      *run_brec(small_brec_config({"isotypic"}, {1}), two_brec_pairs(), {});
  EXPECT_EQ(record.rows[0].at("verdict"), "both read zero");
  EXPECT_LT(record.rows[0].at("first_energy").get<double>(), 1e-10);
}

TEST(Brec, TakesTheOfficialCopiesWhereThereAreSome) {
  BrecData data = two_brec_pairs();
  // Copies of one graph only: nothing to distinguish, whatever the pairs say.
  const BrecPair same{petersen_graph(), petersen_graph(), BrecCategory::Regular};
  data.copies = {relabelled_copies(same, 8, 0, 0), relabelled_copies(same, 8, 0, 1)};
  const report::Record record = *run_brec(small_brec_config({"isotypic"}), data, {});
  EXPECT_FALSE(record.rows[0].at("distinguished"));
  EXPECT_EQ(record.config.at("copies"), "brec_v3");
}

TEST(Brec, ShardsMergedAreTheWholeRun) {
  const TemporaryDirectory folder;
  const BrecConfig config = small_brec_config({"isotypic", "mean"});
  const BrecData data = two_brec_pairs();
  const auto whole = run_brec(config, data, {.jobs = 2, .journal = folder / "whole"});
  ASSERT_TRUE(whole.has_value());
  for (const std::int64_t i : {0, 1}) {
    EXPECT_FALSE(
        run_brec(
            config, data,
            {.jobs = 1, .journal = folder / std::to_string(i), .shard = {.index = i, .count = 2}})
            .has_value());
  }
  const std::string merged = run::format_merged(run::merge_journals({folder / "1", folder / "0"}));
  EXPECT_EQ(merged, run::format_merged(run::merge_journals({folder / "whole"})));
  write_file(folder / "merged", merged);
  const auto again = run_brec(config, data, {.journal = folder / "merged"});
  ASSERT_TRUE(again.has_value());
  EXPECT_EQ(dump_json(again->rows), dump_json(whole->rows));
}

TEST(Brec, MakesARecordOfTheReadoutsThatAreFinished) {
  const TemporaryDirectory folder;
  const BrecConfig config = small_brec_config({"mean", "sum"});
  std::stop_source source;
  const RunContext stopped{.jobs = 1,
                           .journal = folder / "journal",
                           .stop = source.get_token(),
                           .on_progress = [&](const run::Progress& progress) {
                             if (progress.done == 3) source.request_stop();
                           }};
  EXPECT_FALSE(run_brec(config, two_brec_pairs(), stopped).has_value());
  const auto record =
      run_brec(config, two_brec_pairs(), {.journal = folder / "journal", .finished_only = true});
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->rows.size(), 2U);
  EXPECT_TRUE(record->figures.find("mean/all/distinguished").has_value());
  EXPECT_FALSE(record->figures.find("sum/all/distinguished").has_value());
}

TEST(Brec, RefusesPairsThatAreNotThere) {
  BrecConfig config = small_brec_config({"sum"});
  config.selection.last_pair = 2;
  EXPECT_THROW((void)run_brec(config, two_brec_pairs(), {}), Error);
}

}  // namespace
}  // namespace isotypic::experiments::brec_test
