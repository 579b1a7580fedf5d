// `isotypic train` as a process: what it learns, its options, and bad input.

#include <gmock/gmock.h>

#include <map>
#include <sstream>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/json.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::train_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(Train, HasTheSameBytesOnAnyNumberOfThreads) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  // Batches with nodes enough for several lanes.
  const auto checkpoint = [&](const std::string& threads) {
    std::string words = train_words(directory, "on" + threads);
    const std::string small = "--batch-size 8";
    words.replace(words.find(small), small.size(), "--batch-size 96");
    const ProgramOutcome trained = run_program(words + " --epochs 3 --threads " + threads);
    EXPECT_EQ(trained.exit_code, 0) << trained.output;
    return content(directory / ("on" + threads) / "model.checkpoint");
  };
  const std::string alone = checkpoint("1");
  for (const char* threads : {"0", "2", "3"}) EXPECT_TRUE(checkpoint(threads) == alone) << threads;
  const ProgramOutcome refused = run_program(train_words(directory, "m") + " --threads -1");
  EXPECT_EQ(refused.exit_code, 2);
}

TEST(Train, RefusesForClassesWhatOnlyRegressionHas) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = train_words(directory, "m") + " --epochs 1";
  for (const char* option :
       {" --scale-targets", " --loss absolute", " --recipe strong --scale-targets"}) {
    const ProgramOutcome refused = run_program(words + option);
    EXPECT_EQ(refused.exit_code, 65) << option;
    EXPECT_THAT(refused.output, HasSubstr("is for regression; this task is classification"));
  }
  const ProgramOutcome trained = run_program(words + " --recipe strong");
  EXPECT_EQ(trained.exit_code, 0) << trained.output;
}

TEST(Train, TurnsOffASwitchOfARecipe) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const auto settings = [&](const std::string& model, const std::string& option) {
    const ProgramOutcome trained =
        run_program(train_words(directory, model.c_str()) + " --epochs 1 --recipe strong" + option);
    EXPECT_EQ(trained.exit_code, 0) << trained.output;
    return Json::parse(content(directory / model / "train.json")).at("config");
  };
  EXPECT_TRUE(settings("on", "").value("residual", false));
  EXPECT_FALSE(settings("off", " --residual=false").value("residual", false));
}

TEST(Train, LearnsAndPredictsWithoutTheData) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const ProgramOutcome trained =
      run_program(train_words(directory, "m") + " --readout max --epochs 40");
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, HasSubstr("test accuracy"));
  // The test part of the split that the training drew, and no other graph.
  const ProgramOutcome held_out = run_program(predict_words(directory, "m") + " --part test");
  EXPECT_EQ(std::ranges::count(held_out.output, '\n'), 1 + 12);
  // Nothing is left to train, so the record of the training stays.
  const std::string record = content(directory / "m/train.json");
  ASSERT_EQ(run_program(train_words(directory, "m") + " --readout max --epochs 40").exit_code, 0);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --readout max --epochs 3").exit_code, 0);
  EXPECT_EQ(content(directory / "m/train.json"), record);
  std::filesystem::remove(directory / "SHAPES_graph_labels.txt");
  const ProgramOutcome predicted = run_program(predict_words(directory, "m"));
  ASSERT_EQ(predicted.exit_code, 0) << predicted.output;
  const std::string folder = directory.file("m") + " --data " + directory.path().string();
  EXPECT_EQ(run_program("predict " + folder).output, predicted.output);
  std::istringstream lines(predicted.output);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "graph,class,probability of 1,probability of 2");
  int right = 0;
  for (int g = 0; std::getline(lines, line); ++g) {
    const std::string expected = std::to_string(g) + (g % 2 == 0 ? ",1," : ",2,");
    right += line.starts_with(expected) ? 1 : 0;
  }
  EXPECT_GE(right, 110);  // of 120
}

TEST(Train, SaysWhichPartCannotBeScored) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::string labels;
  for (int g = 0; g < 120; ++g) labels += g == 1 ? "2\n" : "1\n";  // 1 is not for validation
  (void)directory.write("SHAPES_graph_labels.txt", labels);
  const ProgramOutcome outcome =
      run_program(train_words(directory, "m") + " --task binary --epochs 1");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("the validation part of SHAPES (12 graphs) has no target "
                                        "with both answers"));
  EXPECT_FALSE(std::filesystem::exists(directory / "m"));
}

TEST(Train, TestsEveryGraphOnceInACrossValidation) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::map<int, int> tested;
  for (int fold = 0; fold < 4; ++fold) {
    const std::string model = "fold" + std::to_string(fold);
    const std::string words = train_words(directory, model) + " --epochs 1 --folds 4 --fold ";
    ASSERT_EQ(run_program(words + std::to_string(fold)).exit_code, 0);
    std::istringstream lines(
        run_program(predict_words(directory, model) + " --part test --truth").output);
    std::string line;
    std::getline(lines, line);
    EXPECT_EQ(line, "graph,class,probability of 1,probability of 2,truth");
    int cycles = 0;
    while (std::getline(lines, line)) {
      const int graph = std::stoi(line);
      ++tested[graph];
      EXPECT_EQ(line.back(), graph % 2 == 0 ? '1' : '2');
      cycles += line.back() == '1' ? 1 : 0;
    }
    EXPECT_EQ(cycles, 15);
  }
  EXPECT_EQ(tested.size(), 120U);
  const ProgramOutcome summary = run_program("report --summary --csv " + directory.file("fold0") +
                                             " " + directory.file("fold1/train.json"));
  EXPECT_EQ(summary.exit_code, 0);
  EXPECT_THAT(summary.output, StartsWith("configuration,runs,test/accuracy,deviation,"
                                         "validation/accuracy,best epoch,epochs\n"
                                         "\"GIN, operators\",2,"));
  const auto record = nlohmann::json::parse(read_file(directory.file("fold1/train.json")));
  EXPECT_EQ(record.at("experiment"),
            "train SHAPES, GIN, operators, hidden 16, layers 2, epochs 1, patience 0, "
            "batch size 8, learning rate 0.01, seed 0, fold 1 of 4");
  const ProgramOutcome empty = run_program("report " + directory.path().string());
  EXPECT_EQ(empty.exit_code, 65);
  EXPECT_THAT(empty.output, HasSubstr("has neither train.json nor cross-validation.json"));
  const std::string words = train_words(directory, "m") + " --epochs 1";
  EXPECT_EQ(run_program(words + " --folds 2").exit_code, 2);
  EXPECT_EQ(run_program(words + " --folds 4 --fold 4").exit_code, 2);
  EXPECT_EQ(run_program(words + " --fold 1").exit_code, 2);
  EXPECT_EQ(run_program(words + " --folds 121").exit_code, 65);
}

TEST(Train, ReadsOptionsFromAFileAndTheCommandLineWins) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string config = directory.write(
      "c.json",
      R"({"dataset": "SHAPES", "epochs": 3, "hidden": 8, "layers": 1, "readout": "mean"})");
  const std::string words = "train --quiet --data " + directory.path().string() + " --config " +
                            config + " --output " + directory.file("m") + " --epochs 2";
  ASSERT_EQ(run_program(words).exit_code, 0);
  const auto record = nlohmann::json::parse(read_file(directory.file("m/train.json")));
  EXPECT_EQ(record.at("config").at("epochs"), 2);
  EXPECT_EQ(record.at("config").at("hidden"), 8);
  EXPECT_EQ(record.at("config").at("task"), "classification");
  EXPECT_EQ(record.at("rows").size(), 2U);
  EXPECT_EQ(run_program(words + " --hidden 0").exit_code, 2);  // not the file's mistake
  (void)directory.write("c.json", R"({"dataset": "SHAPES", "hidden": 8, "layers": 1, "fold": 1})");
  EXPECT_EQ(run_program(words).exit_code, 65);
  std::filesystem::remove_all(directory / "m");
  EXPECT_EQ(run_program(words + " --folds 4").exit_code, 0);
  EXPECT_EQ(run_program(words + " --folds 4 --fold 4").exit_code, 2);
  EXPECT_EQ(run_program(words + " --folds 4 --seed -1").exit_code, 2);
  EXPECT_EQ(run_program(words + " --folds 2").exit_code, 2);
  (void)directory.write("c.json", R"({"dataset": "SHAPES", "hidden": 10, "encoder": "GATv2"})");
  const ProgramOutcome odd = run_program(words + " --heads 3");
  EXPECT_EQ(odd.exit_code, 2);
  EXPECT_THAT(odd.output, HasSubstr("3 does not divide 10"));
  (void)directory.write("c.json", R"({"dataset": "SHAPES", "readout": "x"})");
  EXPECT_THAT(run_program(words).output, HasSubstr("c.json: "));
  (void)directory.write("c.json", R"({"dataset": "SHAPES", "hiden": 8})");
  const ProgramOutcome misspelt = run_program(words);
  EXPECT_EQ(misspelt.exit_code, 65);
  EXPECT_THAT(misspelt.output,
              HasSubstr("c.json: there is no option \"hiden\"; did you mean hidden?"));
  EXPECT_EQ(run_program(words + " --hidden many").exit_code, 2);
}

TEST(Train, SuggestsWhatWasMeant) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = train_words(directory, "m");
  const auto expect = [&](const std::string& typed, const char* meant, int exit_code) {
    const ProgramOutcome outcome = run_program(typed);
    EXPECT_EQ(outcome.exit_code, exit_code) << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr(std::string("did you mean ") + meant + "?")) << typed;
  };
  expect(words + " --epocs 3", "--epochs", 2);
  expect(words + " --encoder GNI", "GIN", 2);
  expect(words + " --readout isotipic", "isotypic", 2);
  expect(words + " --task clasification", "classification", 2);
  expect("train --data " + directory.path().string() + " --dataset SHAPS", "SHAPES", 65);
  expect("reproduce seperation", "separation", 2);
  expect("reproduce sgr16", "srg16", 2);
  expect("reproduce brec --encodr GIN", "--encoder", 2);
}

TEST(Train, FindsTheDataSetInAnyCaseAndWarnsOfAReadoutThatSeesLittle) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = "train --data " + directory.path().string() +
                            " --dataset shapes --hidden 8 --layers 1 --epochs 1 --blocks 1 " +
                            "--output ";
  const ProgramOutcome run = run_program(words + directory.file("m") + " --readout isotypic");
  ASSERT_EQ(run.exit_code, 0) << run.output;
  EXPECT_THAT(run.output, HasSubstr("SHAPES: classification"));
  EXPECT_THAT(run.output,
              HasSubstr("warning: the isotypic readout sees little: the 1 channel of a graph"));
  EXPECT_THAT(run.output, HasSubstr("try --grouping components"));
  const ProgramOutcome sum = run_program(words + directory.file("sum") + " --readout sum");
  EXPECT_THAT(sum.output, testing::Not(HasSubstr("warning")));
  EXPECT_THAT(run_program(words + directory.file("f") + " --fold 1").output,
              HasSubstr("give --folds"));
}

TEST(Train, RefusesTooFewGraphsBeforeItWritesAnything) {
  const TemporaryDirectory directory;
  (void)directory.write("SHAPES_graph_indicator.txt", "1\n1\n2\n2\n");
  (void)directory.write("SHAPES_A.txt", "1, 2\n3, 4\n");
  (void)directory.write("SHAPES_graph_labels.txt", "0\n1\n");
  const ProgramOutcome refused = run_program(train_words(directory, "m"));
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("SHAPES has too few graphs"));
  EXPECT_FALSE(std::filesystem::exists(directory / "m"));
}

}  // namespace
}  // namespace isotypic::train_test
