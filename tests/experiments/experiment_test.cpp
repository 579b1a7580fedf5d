#include "experiments/experiment.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "experiments/brec/brec.hpp"
#include "experiments/brec/rpc_lite.hpp"
#include "experiments/context.hpp"
#include "experiments/downstream/downstream.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "isotypic/report/finding_sentence.hpp"
#include "tests/support/error_text.hpp"

namespace isotypic::experiments::experiment_test {
namespace {

const Experiment& named(const std::string& name) {
  return *std::ranges::find(all_experiments(), name, &Experiment::name);
}

TEST(Experiments, HaveDifferentNamesAndOptionsWithDifferentNames) {
  std::set<std::string> experiments;
  for (const Experiment& experiment : all_experiments()) {
    EXPECT_TRUE(experiments.insert(experiment.name).second) << experiment.name;
    std::set<std::string> fields;
    std::set<std::string> options;
    for (const OptionField& field : experiment.options) {
      EXPECT_TRUE(fields.insert(field.name).second) << experiment.name << ' ' << field.name;
      if (!field.on_command_line) continue;
      const OptionRow row = describe_option(field, experiment.defaults.at(field.name));
      EXPECT_TRUE(options.insert(row.option).second) << experiment.name << ' ' << row.option;
      EXPECT_FALSE(row.about.empty()) << row.option;
    }
  }
  EXPECT_GE(experiments.size(), 9U);
}

TEST(RunContext, LeavesCoresForTheThreadsOfItsJobs) {
  RunContext context;
  context.threads = 2;
  EXPECT_EQ(run_options(context).threads, std::max<std::int64_t>(1, default_threads() / 2));
  context.threads = 0;  // all cores
  EXPECT_EQ(run_options(context).threads, 1);
  context.jobs = 3;
  EXPECT_EQ(run_options(context).threads, 3);
}

TEST(Experiments, AcceptTheirOwnDefaultsAndTheQuickOnes) {
  for (const Experiment& experiment : all_experiments()) {
    for (const OptionField& field : experiment.options) {
      const Json& value = experiment.defaults.at(field.name);
      EXPECT_EQ(accepted(field, value), value) << experiment.name << ' ' << field.name;
    }
    EXPECT_NO_THROW(experiment.check({.quick = false})) << experiment.name;
    EXPECT_NO_THROW(experiment.check({.quick = true})) << experiment.name;
  }
}

TEST(Experiments, RefuseOptionsThatDoNotFitTogether) {
  EXPECT_EQ(error_text([] {
              named("brec").check({.given = {{"pairs", {3, 1}}}});
            }),
            "the first pair (3) comes after the last (1)");
  const Json ablations = {{"set_of_readouts", "ablations"}, {"blocks", {4}}};
  EXPECT_EQ(error_text([&] { named("brec-rpc-lite").check({.given = ablations}); }),
            "the ablations have their own readouts and blocks: name no others");
}

std::vector<std::string> labels(const std::vector<ReadoutChoice>& choices) {
  std::vector<std::string> list;
  for (const ReadoutChoice& choice : choices) list.push_back(choice.label());
  return list;
}

TEST(Experiments, OnBrecTakeEveryReadoutAndTheIsotypicOnesWithEveryNumberOfBlocks) {
  using Labels = std::vector<std::string>;
  BrecConfig config;
  EXPECT_EQ(labels(readouts_of(config)), (Labels{"isotypic B=8", "sum"}));
  config.selection.blocks = {4, 0};
  EXPECT_EQ(labels(readouts_of(config)), (Labels{"isotypic B=4", "isotypic all blocks"}));
  config.selection.readouts = {"mean", "linear"};
  EXPECT_EQ(labels(readouts_of(config)), (Labels{"mean", "linear B=4", "linear all blocks"}));
  EXPECT_EQ(labels(readouts_of(quick_rpc_lite())), (Labels{"isotypic B=8", "sum"}));
  EXPECT_EQ(readouts_of(RpcLiteConfig{.readouts = RpcLiteReadouts::Ablations}).size(), 9U);
}

/// The room of reports knows the names of readouts without the rooms that declare them.
TEST(Experiments, HaveAFindingInWordsForEveryReadout) {
  std::vector<std::string> names = nn::readout_part_names();
  names.insert(names.end(), {"marked:2", "marked:2:mean", "sum+isotypic", "sum+operators:gated"});
  for (const std::string& name : names) {
    const std::string sentence = report::finding_sentence({.name = "ZINC/GIN/" + name + "/MAE"});
    EXPECT_TRUE(sentence.starts_with("On ZINC with GIN, ")) << sentence;
  }
}

/// Journals and checkpoints of earlier versions go on only if nothing else is in the plan.
TEST(Experiments, RecordLaterOptionsOnlyWhereTheyAreChosen) {
  DownstreamConfig config = zinc_config();
  const auto& fields = downstream_fields(Benchmark::Zinc);
  EXPECT_EQ(dump_json(fields.to_json(config)),
            R"({"datasets":["ZINC"],"encoders":["GIN"],"readouts":["sum","isotypic",)"
            R"("sum+isotypic"],"seeds":3,"epochs":300,"patience":40,"batch_size":128,)"
            R"("learning_rate":0.001,"weight_decay":1e-05,"hidden":128,"layers":5,)"
            R"("dropout":0.1,"blocks":8,"max_graphs":0})");
  config.channels = {Grouping::Components, Numbering::AsLabelled};
  EXPECT_EQ(fields.to_json(config).at("grouping"), "components");
  EXPECT_EQ(fields.to_json(config).at("numbering"), "as labelled");
  EXPECT_EQ(dump_json(brec_fields().to_json({})),
            R"({"encoder":"GIN","readouts":[],"seeds":10,"first_pair":0,"last_pair":399,)"
            R"("threshold":72.34,"epsilon":1e-07,"outputs":16,"batch_size":16,"epochs":20,)"
            R"("learning_rate":0.0001,"weight_decay":0.0001,"loss_threshold":0.2,"margin":0.0,)"
            R"("norm_bias":0.0,"precision":"float32"})");
}

}  // namespace
}  // namespace isotypic::experiments::experiment_test
