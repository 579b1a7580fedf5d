#include "experiments/runtime/runtime.hpp"

#include <gtest/gtest.h>

#include "tests/experiments/brec/one_brec_pair.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::experiments::runtime_test {
namespace {

RuntimeConfig small_runtime_config() {
  RuntimeConfig config;
  config.sizes = {16, 24};
  config.graphs = 3;
  config.repetitions = 1;
  return config;
}

TEST(Runtime, TimesProjectorsAndFeaturesOfEveryGraph) {
  const BrecData data = one_brec_pair();
  const report::Record record = *run_runtime(small_runtime_config(), &data, {});
  ASSERT_EQ(record.rows.size(), 8U);
  for (const Json& row : record.rows) {
    EXPECT_GT(row.at("projector_seconds").get<double>(), 0.0);
    EXPECT_GT(row.at("feature_seconds").get<double>(), 0.0);
  }
  const double graphs = *record.figures.find("BREC/all graphs, seconds");
  // There is one pair, so all of its quantiles are the sum of both graphs.
  EXPECT_DOUBLE_EQ(*record.figures.find("BREC/per pair/p99"), graphs);
  EXPECT_DOUBLE_EQ(*record.figures.find("BREC/official cost estimate, hours/median"),
                   50 * 32 * graphs / 3600);
}

TEST(Runtime, NeedsNoData) {
  const report::Record record = *run_runtime(small_runtime_config(), nullptr, {});
  EXPECT_EQ(record.rows.size(), 6U);
  EXPECT_EQ(runtime_tables(record).size(), 1U);
}

TEST(Runtime, ComparesWithTheRecipeOnTheGraphsItWasRunOn) {
  const TemporaryDirectory folder;
  const BrecData data = one_brec_pair();
  RuntimeConfig config = small_runtime_config();
  config.recipe =
      folder.write("recipe.csv", "graph,n,seconds,automorphisms,over_limit\r\n1,16,2.5,,1\r\n");
  const report::Record record = *run_runtime(config, &data, {});
  EXPECT_EQ(record.figures.find("NetworkX recipe/graphs"), 1.0);
  EXPECT_EQ(record.figures.find("NetworkX recipe/graphs over the limit"), 1.0);
  EXPECT_EQ(record.figures.find("NetworkX recipe/median/recipe"), 2.5);
  config.recipe = folder.write("bad.csv", "graph,n,seconds,x\n1,sixteen,2\n");
  EXPECT_EQ(error_text([&] { (void)run_runtime(config, &data, {}); }),
            config.recipe.string() + ": line 2: expected graph,n,seconds,...");
  config.recipe = folder.write("other.csv", "garbage\n0,9999,5,1,0\n");
  EXPECT_EQ(error_text([&] { (void)run_runtime(config, &data, {}); }),
            config.recipe.string() + ": line 1: expected graph,n,seconds,...");
}

TEST(Runtime, StopsWhenAsked) {
  std::stop_source source;
  source.request_stop();
  EXPECT_FALSE(
      run_runtime(small_runtime_config(), nullptr, {.stop = source.get_token()}).has_value());
}

}  // namespace
}  // namespace isotypic::experiments::runtime_test
