#include "experiments/srg16/srg16.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::experiments::srg16_test {
namespace {

Srg16Config small(std::vector<nn::LayerKind> encoders, std::vector<std::string> readouts) {
  Srg16Config config = quick_srg16();
  config.copies = 50;
  config.encoders = std::move(encoders);
  config.readouts = std::move(readouts);
  return config;
}

TEST(Srg16, IsotypicReadoutLearnsItWithEveryEncoder) {
  const report::Record record = *run_srg16(small(encoder_kinds(), {"isotypic"}), {});
  for (const std::string& encoder : names_of(encoder_kinds())) {
    EXPECT_EQ(record.figures.find(encoder + "/isotypic/test accuracy"), 1.0) << encoder;
  }
}

/// A model that sees no difference gives all graphs one answer, so it gets one class right.
TEST(Srg16, BaselinesGiveAllGraphsTheSameAnswer) {
  const report::Record record =
      *run_srg16(small({nn::LayerKind::Gin, nn::LayerKind::Sage}, baseline_names()), {});
  const double majority = *record.figures.find("seed 0/larger class in the test part");
  for (const Json& row : record.rows) {
    const double accuracy = row.at("test_accuracy");
    EXPECT_TRUE(accuracy == majority || std::abs(accuracy - (1.0 - majority)) < 1e-12) << row;
  }
}

TEST(Srg16, SetsOfComponentsLearnItAndOneMarkDoesNot) {
  Srg16Config config =
      small({nn::LayerKind::Gin, nn::LayerKind::Sage}, {"component_set", "marked:1"});
  config.training.network.norm = nn::Normalisation::Fixed;
  const report::Record record = *run_srg16(config, {});
  for (const std::string name : {"GIN", "GraphSAGE"}) {
    EXPECT_EQ(record.figures.find(name + "/component_set/test accuracy"), 1.0) << name;
    EXPECT_LT(*record.figures.find(name + "/marked:1/test accuracy"), 0.9) << name;
  }
}

TEST(Srg16, TwoMarksLearnItGivenTime) {
  Srg16Config config = small({nn::LayerKind::Gin}, {"marked:2"});
  config.copies = 100;
  config.training.settings.epochs = 40;
  config.training.settings.patience = 0;
  EXPECT_EQ(run_srg16(config, {})->figures.find("GIN/marked:2/test accuracy"), 1.0);
}

TEST(Srg16, HasThePapersValuesForThePapersReadoutsAlone) {
  const auto record =
      run_srg16(small({nn::LayerKind::Gin}, {"sum", "isotypic", "max", "marked:1"}), {});
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(record->paper.find("GIN/sum/test accuracy"), 0.45);
  EXPECT_EQ(record->paper.find("GIN/isotypic/test accuracy"), 1.0);
  EXPECT_FALSE(record->paper.find("GIN/max/test accuracy").has_value());
  EXPECT_FALSE(record->paper.find("GIN/marked:1/test accuracy").has_value());
}

TEST(Srg16, SameSeedGivesTheSameRows) {
  const Srg16Config config = small({nn::LayerKind::Gin}, {"isotypic", "set2set"});
  EXPECT_EQ(dump_json(run_srg16(config, {.jobs = 1})->rows),
            dump_json(run_srg16(config, {.jobs = 2})->rows));
}

TEST(Srg16, ResumesFromItsJournal) {
  const isotypic::TemporaryDirectory folder;
  const Srg16Config config = small({nn::LayerKind::Gin}, {"isotypic", "sum"});
  std::stop_source source;
  const RunContext stopped{.jobs = 1,
                           .journal = folder / "srg16.journal",
                           .stop = source.get_token(),
                           .on_progress = [&](const run::Progress& progress) {
                             if (progress.done == 1) source.request_stop();
                           }};
  EXPECT_FALSE(run_srg16(config, stopped).has_value());
  std::int64_t resumed = 0;
  const RunContext again{
      .jobs = 1,
      .journal = folder / "srg16.journal",
      .on_progress = [&](const run::Progress& progress) { resumed = progress.resumed; }};
  const auto record = run_srg16(config, again);
  ASSERT_TRUE(record.has_value());
  EXPECT_EQ(resumed, 1);
  EXPECT_EQ(dump_json(record->rows), dump_json(run_srg16(config, {})->rows));
}

TEST(Srg16, RefusesTooFewCopies) {
  Srg16Config config = quick_srg16();
  config.copies = 1;
  EXPECT_THROW((void)run_srg16(config, {}), Error);
}

}  // namespace
}  // namespace isotypic::experiments::srg16_test
