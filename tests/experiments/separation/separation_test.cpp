#include "experiments/separation/separation.hpp"

#include <ATen/ATen.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiments/separation/ablation_separation.hpp"
#include "experiments/separation/similarity.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::experiments::separation_test {
namespace {

/// The 36 pairs with three seeds and the paper's readouts: computed once, looked at by many tests.
const report::Record& suite_record() {
  static const report::Record record = [] {
    SeparationConfig config = quick_separation();
    config.readouts = readout_names();
    return *run_separation(config, {});
  }();
  return record;
}

TEST(Separation, BaselinesSeparateNoneOfThe36PairsForAnyEncoder) {
  ASSERT_EQ(suite_record().figures.find("paper/pairs"), 36.0);
  for (const std::string& encoder : names_of(encoder_kinds())) {
    for (const std::string& readout : baseline_names()) {
      const std::string name = encoder + "/" + readout + "/separated";
      EXPECT_EQ(suite_record().figures.find(name), 0.0) << name;
    }
    EXPECT_EQ(suite_record().figures.find(encoder + "/baselines/mean cosine"), 1.0) << encoder;
  }
}

TEST(Separation, IsotypicReadoutSeparatesAllCyclesAndCfiK3ForEveryEncoder) {
  for (const std::string& encoder : names_of(encoder_kinds())) {
    const std::string name = encoder + "/isotypic B=8/";
    EXPECT_EQ(suite_record().figures.find(name + "cycles/separated"), 24.0) << encoder;
    EXPECT_EQ(suite_record().figures.find(name + "cfi-k3/separated"), 3.0) << encoder;
  }
}

TEST(Separation, TwoMarksSeparateTheCfiGraphThatChannelsCannot) {
  SeparationConfig config = quick_separation();
  config.encoders = {nn::LayerKind::Gin};
  config.readouts = {"isotypic", "component_set", "marked:1", "marked:2"};
  config.families = {"cfi-k4"};
  const report::Record record = *run_separation(config, {});
  EXPECT_EQ(record.figures.find("GIN/isotypic B=8/separated"), 2.0);
  EXPECT_EQ(record.figures.find("GIN/component_set/separated"), 2.0);
  EXPECT_EQ(record.figures.find("GIN/marked:1/separated"), 0.0);
  EXPECT_EQ(record.figures.find("GIN/marked:2/separated"), 3.0);
  EXPECT_FALSE(record.figures.find("GIN/baselines/separated"));
}

TEST(Separation, TwoMarksSeparateAll36PairsAndOneMarkDoesNot) {
  SeparationConfig config = quick_separation();
  config.encoders = {nn::LayerKind::Gin};
  config.readouts = {"marked:1", "marked:2"};
  const report::Record record = *run_separation(config, {});
  EXPECT_EQ(record.figures.find("GIN/marked:2/separated"), 36.0);
  EXPECT_LT(record.figures.find("GIN/marked:1/separated"), 36.0);
}

TEST(Separation, NamesTheSwitchThatAFamilyOfTheExtendedSuiteNeeds) {
  SeparationConfig config = quick_separation();
  config.families = {"cfi-k5"};
  EXPECT_THAT(error_text([&] { (void)run_separation(config, {}); }),
              testing::HasSubstr("--extended"));
}

TEST(Separation, EveryFailureHasAReason) {
  int both_zero = 0, equal_energy = 0;
  for (const Json& row : suite_record().rows) {
    const auto why = row.at("why").get<std::string>();
    const double first = row.at("energy kept of the first");
    const double second = row.at("energy kept of the second");
    if (row.at("separated").get<bool>()) continue;
    if (first == 0.0 && second == 0.0) {
      ++both_zero;
      EXPECT_TRUE(why.starts_with("both read zero")) << row;
    } else {
      ++equal_energy;
      EXPECT_TRUE(why.starts_with("same block dimensions, equal energy")) << row;
    }
  }
  EXPECT_GT(both_zero, 0);  // both kinds of failure occur in the suite
  EXPECT_GT(equal_energy, 0);
}

TEST(Separation, AllBlocksHoldAllEnergySoTheLinearVariantSeesOnlyTheMean) {
  for (const std::string& encoder : names_of(encoder_kinds())) {
    EXPECT_EQ(suite_record().figures.find(encoder + "/linear all blocks/separated"), 0.0);
  }
}

TEST(Separation, LinearVariantSeparatesWhatTruncationSilences) {
  int silenced = 0;
  for (const Json& row : suite_record().rows) {
    const bool one_is_zero =
        (row.at("energy kept of the first") == 0.0) != (row.at("energy kept of the second") == 0.0);
    if (!one_is_zero) continue;
    ++silenced;
    EXPECT_EQ(row.at("linear B=8"), 0.0) << row;
  }
  EXPECT_GT(silenced, 0);
}

TEST(Separation, SameSeedsGiveTheSameRowsOnAnyNumberOfThreads) {
  SeparationConfig config = quick_separation();
  config.encoders = {nn::LayerKind::Gin, nn::LayerKind::Gatv2};
  config.families = {"ribbons", "godsil-mckay"};
  config.readouts = {"sum", "isotypic", "marked:1"};
  const report::Record one = *run_separation(config, {.jobs = 1});
  const report::Record two = *run_separation(config, {.jobs = 2});
  EXPECT_EQ(dump_json(one.rows), dump_json(two.rows));
  EXPECT_EQ(one.figures.entries(), two.figures.entries());
}

TEST(Separation, TablesListEveryEncoderAndTheFailures) {
  const auto tables = separation_tables(suite_record());
  ASSERT_EQ(tables.size(), 3U);
  EXPECT_EQ(tables[0].rows.size(), encoder_kinds().size() * 7);
  EXPECT_EQ(tables[1].rows.size(), 5U);
}

TEST(Separation, NeedsTwoSeeds) {
  SeparationConfig config = quick_separation();
  config.seeds = 1;
  EXPECT_THROW((void)run_separation(config, {}), Error);
}

TEST(EmbeddingSimilarity, IsOneForTwoZerosAndZeroForOneZero) {
  const at::Tensor zero = at::zeros({3}, at::kDouble);
  const at::Tensor vector = at::arange(3, at::kDouble);
  EXPECT_EQ(embedding_similarity(zero, zero), 1.0);
  EXPECT_EQ(embedding_similarity(zero, vector), 0.0);
  EXPECT_NEAR(embedding_similarity(vector, 2.0 * vector), 1.0, 1e-15);
  EXPECT_NEAR(embedding_similarity(vector, -vector), -1.0, 1e-15);
}

TEST(MeasurePairs, IsomorphicGraphsAreNeverSeparated) {
  const GraphPair same{"same", "none", petersen_graph(), petersen_graph()};
  std::vector<ReadoutChoice> choices;
  for (const std::string& readout : all_readout_names()) choices.push_back({readout, 8});
  const PairMeasurements measured = measure_pairs({same}, encoder_kinds(), choices, 3, {});
  ASSERT_EQ(measured.similarities.size(), encoder_kinds().size());
  for (const auto& encoder : measured.similarities) {
    ASSERT_EQ(encoder.size(), choices.size());
    for (const Samples& readout : encoder) {
      ASSERT_EQ(readout[0].size(), 3U);
      for (const double similarity : readout[0]) EXPECT_NEAR(similarity, 1.0, 1e-9);
    }
  }
}

TEST(AblationSeparation, MoreBlocksKeepMoreEnergy) {
  const report::Record record = *run_ablation_separation({}, {});
  EXPECT_EQ(record.figures.find("sum/separated"), 0.0);
  EXPECT_EQ(record.figures.find("isotypic/separated"), record.figures.find("B=8/separated"));
  double before = 0.0;
  for (const char* blocks : {"1", "2", "4", "8", "16", "32"}) {
    const double energy = *record.figures.find(std::string("B=") + blocks + "/energy kept");
    EXPECT_GE(energy, before);
    before = energy;
  }
}

}  // namespace
}  // namespace isotypic::experiments::separation_test
