#include "experiments/brec/rpc_lite.hpp"

#include <gtest/gtest.h>

#include "isotypic/base/error.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/experiments/brec/one_brec_pair.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::experiments::rpc_lite_test {
namespace {

/// No readouts: those of the paper.
RpcLiteConfig small_rpc_lite_config(std::vector<std::string> readouts) {
  RpcLiteConfig config;
  config.selection.readouts = std::move(readouts);
  config.selection.seeds = 2;
  config.selection.last_pair = 0;
  config.training.settings.epochs = 12;
  config.train_copies = 32;
  config.valid_copies = 8;
  config.test_copies = 16;
  return config;
}

TEST(RpcLite, IsotypicReadoutSolvesWhatEveryMultisetReadoutGuesses) {
  const report::Record record = *run_rpc_lite(small_rpc_lite_config({}), one_brec_pair(), {});
  for (const Json& row : record.rows) {
    const double expected = row.at("readout") == "isotypic B=8" ? 1.0 : 0.5;
    EXPECT_EQ(row.at("test_accuracy"), expected) << row;
  }
  EXPECT_EQ(record.figures.find("isotypic B=8/chosen pairs/solved"), 1.0);
  EXPECT_EQ(record.figures.find("isotypic B=8/chosen pairs/average accuracy"), 1.0);
  EXPECT_EQ(record.figures.find("sum/chosen pairs/solved"), 0.0);
  // The paper's numbers are of other sets of pairs.
  EXPECT_FALSE(record.paper.find("isotypic B=8/chosen pairs/average accuracy"));
  EXPECT_FALSE(record.figures.find("isotypic B=8/all/average accuracy"));
}

TEST(RpcLite, RowsDoNotDependOnTheNumberOfThreads) {
  const RpcLiteConfig config = small_rpc_lite_config({"isotypic", "sum"});
  EXPECT_EQ(dump_json(run_rpc_lite(config, one_brec_pair(), {.jobs = 1})->rows),
            dump_json(run_rpc_lite(config, one_brec_pair(), {.jobs = 2})->rows));
}

TEST(RpcLite, TrainsInDoublePrecision) {
  RpcLiteConfig config = small_rpc_lite_config({"marked:2"});
  config.selection.seeds = 1;
  config.training.numbers.precision = Precision::Float64;
  config.training.settings.epochs = 100;
  config.training.network = {.hidden = 8, .layers = 3, .norm = nn::Normalisation::Centred};
  const report::Record record = *run_rpc_lite(config, one_brec_pair(), {});
  EXPECT_EQ(record.rows[0].at("test_accuracy"), 1.0) << record.rows[0];
  EXPECT_EQ(record.config.at("precision"), "float64");
}

TEST(RpcLite, RefusesPairsThatAreNotThere) {
  RpcLiteConfig config = small_rpc_lite_config({"sum"});
  config.selection.last_pair = 1;
  EXPECT_THROW((void)run_rpc_lite(config, one_brec_pair(), {}), Error);
}

TEST(RpcLite, RefusesGraphsThatHaveTooFewCopies) {
  BrecData data;
  data.pairs.push_back({path_graph(4), star_graph(3), BrecCategory::Basic});
  EXPECT_EQ(error_text([&] {
              (void)run_rpc_lite(small_rpc_lite_config({"sum"}), data, {});
            }).find("a graph on 4 nodes has fewer than 56 relabelled copies") != std::string::npos,
            true);
}

}  // namespace
}  // namespace isotypic::experiments::rpc_lite_test
