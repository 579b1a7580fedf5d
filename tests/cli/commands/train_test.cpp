// `isotypic train` as a process: killed, resumed, and given bad input.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/base/random.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::train_test {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

pid_t start(const std::string& arguments) {
  const pid_t child = ::fork();
  if (child != 0) return child;
  std::istringstream words("isotypic " + arguments);
  std::vector<std::string> list{std::istream_iterator<std::string>(words), {}};
  std::vector<char*> argv;
  for (std::string& word : list) argv.push_back(word.data());
  argv.push_back(nullptr);
  const int null = ::open("/dev/null", O_WRONLY);
  ::dup2(null, STDOUT_FILENO);
  ::dup2(null, STDERR_FILENO);
  ::execv(ISOTYPIC_LEARN_PROGRAM, argv.data());
  ::_exit(127);
}

/// Kills the training a random moment after it has written a checkpoint. False if it ended first.
bool kill_midway(const std::string& arguments, const std::filesystem::path& checkpoint,
                 Random& random) {
  const std::string before = content(checkpoint);
  const pid_t child = start(arguments);
  int status = 0;
  bool ended = false;
  EXPECT_TRUE(holds_in_time([&] {
    ended = ::waitpid(child, &status, WNOHANG) == child;
    return ended || content(checkpoint) != before;
  })) << "no checkpoint was written in time";
  if (ended) return false;
  std::this_thread::sleep_for(std::chrono::microseconds(random.below(50'000)));
  ::kill(child, SIGKILL);
  return WIFSIGNALED(status_at_end(child));
}

TEST(Train, KilledAtRandomMomentsEndsInTheSameBytes) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const auto words = [&](const char* model) {
    return train_words(directory, model) + " --epochs 150";
  };
  ASSERT_EQ(run_program(words("whole")).exit_code, 0);
  Random random(7);
  int kills = 0;
  for (int attempt = 0; attempt < 4; ++attempt) {
    kills += kill_midway(words("killed"), directory / "killed/model.checkpoint", random) ? 1 : 0;
  }
  EXPECT_GT(kills, 0);
  // A kill in the middle of a write leaves such a file.
  const std::string torn = directory.write("killed/model.checkpoint.1.2.tmp", "half");
  ASSERT_EQ(run_program(words("killed")).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(torn));
  for (const char* file : {"model.checkpoint", "curve.csv"}) {
    EXPECT_EQ(content(directory / "killed" / file), content(directory / "whole" / file)) << file;
  }
}

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

TEST(Train, OneProcessAtATimeWritesToAFolder) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = train_words(directory, "m") + " --epochs 100000";
  const pid_t child = start(words);
  EXPECT_TRUE(
      holds_in_time([&] { return std::filesystem::exists(directory / "m/model.checkpoint"); }));
  const ProgramOutcome second = run_program(words + " --seed 2");
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr("another process is writing"));
  // Ctrl-C: as a shell reports it.
  ::kill(child, SIGINT);
  const int status = status_at_end(child);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
}

TEST(Train, SaysThatACosineCannotBeProlonged) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string start = train_words(directory, "m") + " --schedule cosine --epochs ";
  ASSERT_EQ(run_program(start + "2").exit_code, 0);
  const ProgramOutcome longer = run_program(start + "3");
  EXPECT_EQ(longer.exit_code, 65);
  EXPECT_THAT(longer.output, HasSubstr("a cosine ends at its last epoch, so --epochs cannot "
                                       "change: choose another --output"));
}

TEST(Train, RefusesACheckpointOfOtherOptionsAndDamagedOnes) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  const ProgramOutcome other = run_program(train_words(directory, "m") + " --epochs 2 --seed 9");
  EXPECT_EQ(other.exit_code, 65);
  EXPECT_THAT(other.output, HasSubstr("belongs to another training: its seed is 0, not 9\n"));
  const std::string model = directory.file("m/model.checkpoint");
  std::string bytes = read_file(model);
  bytes[bytes.size() / 2] ^= 1;
  const std::string damaged = directory.write("damaged", bytes);
  const ProgramOutcome predicted =
      run_program("predict " + damaged + " --data " + directory.path().string());
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("checksum does not match"));
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

TEST(Train, BringsItsResultsUpToDateAfterAKillBeforeTheyWereWritten) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  const std::string stale = content(directory / "m/train.json");
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 4").exit_code, 0);
  const std::string curve = content(directory / "m/curve.csv");
  (void)directory.write("m/train.json", stale);
  (void)directory.write("m/curve.csv", "");
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 4").exit_code, 0);
  EXPECT_EQ(content(directory / "m/curve.csv"), curve);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("rows").size(), 4U);
}

TEST(Train, DoesNotTakeTheResultsOfAnotherTrainingForItsOwn) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = train_words(directory, "m") + " --epochs 2 --seed ";
  ASSERT_EQ(run_program(words + "0").exit_code, 0);
  const std::string stale = content(directory / "m/train.json");
  std::filesystem::remove(directory / "m/model.checkpoint");
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  (void)directory.write("m/train.json", stale);  // as if it had been killed before it wrote its own
  const std::string curve = content(directory / "m/curve.csv");
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("config").at("seed"), 1);
  std::filesystem::remove(directory / "m/curve.csv");
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  EXPECT_EQ(content(directory / "m/curve.csv"), curve);
  // Of the same options, but other data.
  auto other = nlohmann::json::parse(content(directory / "m/train.json"));
  const auto own = other.at("figures");
  other["figures"]["test/accuracy"] = -1.0;
  (void)directory.write("m/train.json", other.dump());
  ASSERT_EQ(run_program(words + "1").exit_code, 0);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("figures"), own);
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
  EXPECT_THAT(misspelt.output, HasSubstr("there is no option \"hiden\""));
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
