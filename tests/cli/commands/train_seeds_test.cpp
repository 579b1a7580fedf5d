// `isotypic train --seeds` as a process.

#include <gmock/gmock.h>

#include "isotypic/base/byte_source.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::train_seeds_test {
namespace {

using nlohmann::json;
using testing::HasSubstr;

TEST(TrainSeeds, KeepsAModelForEverySeed) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const ProgramOutcome run =
      run_program(train_words(directory, "m") + " --epochs 2 --seeds 2 --seed 5 2>/dev/null");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("majority class"));
  const json record = json::parse(read_file(directory.file("m/train.json")));
  EXPECT_EQ(record.at("experiment"), "train SHAPES, 2 seeds");
  for (const char* seed : {"m/seed-5", "m/seed-6"}) {
    const ProgramOutcome predicted =
        run_program("predict " + directory.file(seed) + " --data " + directory.path().string());
    EXPECT_EQ(predicted.exit_code, 0) << predicted.output;
  }
  // One seed alone gives what it gave among others.
  ASSERT_EQ(run_program(train_words(directory, "one") + " --epochs 2 --seed 6").exit_code, 0);
  EXPECT_EQ(
      json::parse(read_file(directory.file("one/train.json"))).at("figures").at("test/accuracy"),
      record.at("figures").at("GIN, operators/test accuracy, seed 6"));
  const ProgramOutcome several =
      run_program("predict " + directory.file("m") + " --data " + directory.path().string());
  EXPECT_EQ(several.exit_code, 65);
  EXPECT_THAT(several.output, HasSubstr("m holds seed-5 to seed-6; name one of them"));
  const ProgramOutcome folds = run_program(train_words(directory, "m") + " --seeds 2 --folds 4");
  EXPECT_EQ(folds.exit_code, 2);
  EXPECT_THAT(folds.output, HasSubstr("use isotypic cross-validate"));
}

TEST(TrainSeeds, OfTwoFoldersAreComparedInPairs) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  for (const char* readout : {"sum", "mean"}) {
    ASSERT_EQ(
        run_program(train_words(directory, readout) + " --epochs 1 --seeds 3 --readout " + readout)
            .exit_code,
        0);
  }
  ASSERT_EQ(
      run_program(train_words(directory, "one") + " --epochs 1 --seed 3 --readout mean").exit_code,
      0);
  const ProgramOutcome run = run_program("report --summary --json " + directory.file("sum") + " " +
                                         directory.file("mean") + " " + directory.file("one"));
  ASSERT_EQ(run.exit_code, 0) << run.output;
  const json rows = json::parse(run.output);
  ASSERT_EQ(rows.size(), 2U) << run.output;
  EXPECT_EQ(rows[0].at("configuration"), "sum");
  EXPECT_EQ(rows[0].at("runs"), 3);
  EXPECT_EQ(rows[1].at("runs"), 4);  // a training of its own belongs to them
  EXPECT_TRUE(rows[0].at("p against mean").is_number());
}

}  // namespace
}  // namespace isotypic::train_seeds_test
