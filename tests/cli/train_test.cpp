// `isotypic train` and `isotypic predict` as processes: killed, resumed, and given bad input.

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <map>
#include <sstream>
#include <thread>

#include "isotypic/graph/families.hpp"
#include "isotypic/io/byte_source.hpp"
#include "isotypic/random.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic {
namespace {

using testing::HasSubstr;

/// A TU collection of cycles (class 1) and paths (class 2) of various sizes.
void write_cycles_and_paths(const TemporaryDirectory& directory) {
  std::string indicator, edges, labels, node_labels;
  int first = 1;
  for (int g = 0; g < 120; ++g) {
    const Graph graph = g % 2 == 0 ? cycle_graph(3 + g / 12) : path_graph(3 + g / 12);
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      indicator += std::to_string(g + 1) + "\n";
      node_labels += std::to_string(v % 2) + "\n";
    }
    for (const auto& [u, v] : graph.edges()) {
      edges += std::to_string(first + u) + ", " + std::to_string(first + v) + "\n";
    }
    labels += g % 2 == 0 ? "1\n" : "2\n";
    first += static_cast<int>(graph.num_nodes());
  }
  (void)directory.write("SHAPES_graph_indicator.txt", indicator);
  (void)directory.write("SHAPES_A.txt", edges);
  (void)directory.write("SHAPES_node_labels.txt", node_labels);
  (void)directory.write("SHAPES_graph_labels.txt", labels);
}

std::string train_words(const TemporaryDirectory& directory, const std::string& model) {
  return "train --quiet --data " + directory.path().string() + " --dataset SHAPES --output " +
         directory.file(model) +
         " --hidden 16 --layers 2 --batch-size 8 --patience 0 --learning-rate 0.01";
}

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

std::string content(const std::filesystem::path& path) {
  return std::filesystem::exists(path) ? read_file(path.string()) : "";
}

/// Kills the training a random moment after it has written a checkpoint. False if it ended first.
bool kill_midway(const std::string& arguments, const std::filesystem::path& checkpoint,
                 Random& random) {
  const std::string before = content(checkpoint);
  const pid_t child = start(arguments);
  int status = 0;
  while (content(checkpoint) == before) {
    if (::waitpid(child, &status, WNOHANG) == child) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  std::this_thread::sleep_for(std::chrono::microseconds(random.below(50'000)));
  ::kill(child, SIGKILL);
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status);
}

TEST(Train, KilledAtRandomMomentsEndsInTheSameBytes) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const auto words = [&](const char* model) {
    return train_words(directory, model) + " --epochs 150";
  };
  ASSERT_EQ(run(words("whole")).exit_code, 0);
  Random random(7);
  int kills = 0;
  for (int attempt = 0; attempt < 4; ++attempt) {
    kills += kill_midway(words("killed"), directory / "killed/model.checkpoint", random) ? 1 : 0;
  }
  EXPECT_GT(kills, 0);
  // A kill in the middle of a write leaves such a file.
  const std::string torn = directory.write("killed/model.checkpoint.1.2.tmp", "half");
  ASSERT_EQ(run(words("killed")).exit_code, 0);
  EXPECT_FALSE(std::filesystem::exists(torn));
  for (const char* file : {"model.checkpoint", "curve.csv"}) {
    EXPECT_EQ(content(directory / "killed" / file), content(directory / "whole" / file)) << file;
  }
}

TEST(Train, LearnsAndPredictsWithoutTheData) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const ProgramOutcome trained = run(train_words(directory, "m") + " --readout max --epochs 40");
  ASSERT_EQ(trained.exit_code, 0) << trained.output;
  EXPECT_THAT(trained.output, HasSubstr("test accuracy"));
  const std::string model = directory.file("m/model.checkpoint");
  // The test part of the split that the training drew, and no other graph.
  const ProgramOutcome held_out =
      run("predict " + model + " --data " + directory.path().string() + " --part test");
  EXPECT_EQ(std::ranges::count(held_out.output, '\n'), 1 + 12);
  // Nothing is left to train, so the record of the training stays.
  const std::string record = content(directory / "m/train.json");
  ASSERT_EQ(run(train_words(directory, "m") + " --readout max --epochs 40").exit_code, 0);
  EXPECT_EQ(content(directory / "m/train.json"), record);
  std::filesystem::remove(directory / "SHAPES_graph_labels.txt");
  const ProgramOutcome predicted = run("predict " + model + " --data " + directory.path().string());
  ASSERT_EQ(predicted.exit_code, 0) << predicted.output;
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
  while (!std::filesystem::exists(directory / "m/model.checkpoint")) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  const ProgramOutcome second = run(words + " --seed 2");
  EXPECT_EQ(second.exit_code, 1);
  EXPECT_THAT(second.output, HasSubstr("another process is writing"));
  // Ctrl-C: as a shell reports it.
  ::kill(child, SIGINT);
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_EQ(WEXITSTATUS(status), 128 + SIGINT);
}

TEST(Train, RefusesACheckpointOfOtherOptionsAndDamagedOnes) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  const ProgramOutcome other = run(train_words(directory, "m") + " --epochs 2 --seed 9");
  EXPECT_EQ(other.exit_code, 65);
  EXPECT_THAT(other.output, HasSubstr("belongs to another training: its seed is 0, not 9\n"));
  const std::string model = directory.file("m/model.checkpoint");
  std::string bytes = read_file(model);
  bytes[bytes.size() / 2] ^= 1;
  const std::string damaged = directory.write("damaged", bytes);
  const ProgramOutcome predicted =
      run("predict " + damaged + " --data " + directory.path().string());
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("checksum does not match"));
}

TEST(Train, NamesTheGraphWithAnUnknownLabel) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  std::string labels = read_file(directory.file("SHAPES_node_labels.txt"));
  labels[2 * 4] = '7';  // node 5: the second of graph 1
  (void)directory.write("SHAPES_node_labels.txt", labels);
  const ProgramOutcome predicted = run("predict " + directory.file("m/model.checkpoint") +
                                       " --data " + directory.path().string());
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("graph 1 has the node label 7, the model knows 0 to 1"));
}

TEST(Predict, KnowsLabelsByTheirNameAndNotByTheirPlace) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string labels = read_file(directory.file("SHAPES_node_labels.txt"));
  const auto write_labels = [&](const std::string& even, const std::string& odd) {
    std::string text;
    for (const char label : labels) {
      if (label != '\n') text += (label == '0' ? even : odd) + '\n';
    }
    (void)directory.write("SHAPES_node_labels.txt", text);
  };
  const std::string words =
      "predict " + directory.file("m/model.checkpoint") + " --data " + directory.path().string();
  write_labels("-3", "2");
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  // Without the label -3 the loader numbers from another one on.
  write_labels("2", "2");
  const std::string only = run(words).output;
  write_labels("-3", "2");
  EXPECT_NE(run(words).output, only);
  write_labels("2", "2");
  EXPECT_EQ(run(words).output, only);
  EXPECT_THAT(only, HasSubstr("graph,class"));
  write_labels("-4", "2");
  const ProgramOutcome unknown = run(words);
  EXPECT_EQ(unknown.exit_code, 65);
  EXPECT_THAT(unknown.output, HasSubstr("graph 0 of SHAPES has a node label beyond all"));
}

TEST(Predict, NeedsTheFeaturesThatTheNetworkReadsAndNoOthers) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::string edge_labels;
  const std::string edges = read_file(directory.file("SHAPES_A.txt"));
  for (const char c : edges) edge_labels += c == '\n' ? "1\n" : "";
  (void)directory.write("SHAPES_edge_labels.txt", edge_labels);
  ASSERT_EQ(run(train_words(directory, "gin") + " --epochs 1").exit_code, 0);
  ASSERT_EQ(run(train_words(directory, "gine") + " --epochs 1 --encoder GINE").exit_code, 0);
  std::filesystem::remove(directory / "SHAPES_edge_labels.txt");
  const auto predict = [&](const std::string& model) {
    return run("predict " + directory.file(model + "/model.checkpoint") + " --data " +
               directory.path().string());
  };
  EXPECT_EQ(predict("gin").exit_code, 0);
  const ProgramOutcome refused = predict("gine");
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("graph 0 has 0 columns of edge labels"));
}

TEST(Train, SaysWhichPartCannotBeScored) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::string labels;
  for (int g = 0; g < 120; ++g) labels += g == 1 ? "2\n" : "1\n";  // 1 is not for validation
  (void)directory.write("SHAPES_graph_labels.txt", labels);
  const ProgramOutcome outcome = run(train_words(directory, "m") + " --task binary --epochs 1");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("the validation part of SHAPES (12 graphs) has no target "
                                        "with both answers"));
  EXPECT_FALSE(std::filesystem::exists(directory / "m"));
}

TEST(Train, BringsItsResultsUpToDateAfterAKillBeforeTheyWereWritten) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  const std::string stale = content(directory / "m/train.json");
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 4").exit_code, 0);
  const std::string curve = content(directory / "m/curve.csv");
  (void)directory.write("m/train.json", stale);
  (void)directory.write("m/curve.csv", "");
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 4").exit_code, 0);
  EXPECT_EQ(content(directory / "m/curve.csv"), curve);
  EXPECT_EQ(nlohmann::json::parse(content(directory / "m/train.json")).at("rows").size(), 4U);
}

TEST(Predict, DoesNotOverwriteItsModel) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  const std::string model = directory.file("m/model.checkpoint");
  const std::string bytes = content(model);
  const std::string words = "predict " + model + " --data " + directory.path().string();
  EXPECT_EQ(run(words + " -o " + model).exit_code, 2);
  EXPECT_EQ(content(model), bytes);
}

TEST(Predict, NamesGraphsByTheirNumberAndPartsOnlyWhatWasSplit) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  const std::string words = "predict " + directory.file("m/model.checkpoint") + " --data " +
                            directory.path().string() + " --part test";
  std::istringstream lines(run(words).output);
  std::string line;
  std::vector<int> graphs;
  std::getline(lines, line);
  while (std::getline(lines, line)) graphs.push_back(std::stoi(line));
  ASSERT_EQ(graphs.size(), 12U);
  EXPECT_TRUE(std::ranges::is_sorted(graphs));

  std::istringstream indicator(read_file(directory.file("SHAPES_graph_indicator.txt")));
  std::string labels;
  while (std::getline(indicator, line)) {
    labels += std::stoi(line) - 1 == graphs.back() ? "7\n" : "0\n";
  }
  (void)directory.write("SHAPES_node_labels.txt", labels);
  EXPECT_THAT(run(words).output, HasSubstr("graph " + std::to_string(graphs.back()) + " has"));

  const auto append = [&](const char* suffix, const std::string& text) {
    const std::string name = std::string("SHAPES_") + suffix + ".txt";
    (void)directory.write(name, read_file(directory.file(name)) + text);
  };
  append("graph_indicator", "121\n");
  append("node_labels", "0\n");
  append("graph_labels", "1\n");
  const ProgramOutcome changed = run(words);
  EXPECT_EQ(changed.exit_code, 65);
  EXPECT_THAT(changed.output, HasSubstr("drew its split from 120 graphs, now there are 121"));
}

TEST(Train, TestsEveryGraphOnceInACrossValidation) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::map<int, int> tested;
  for (int fold = 0; fold < 4; ++fold) {
    const std::string model = "fold" + std::to_string(fold);
    const std::string words = train_words(directory, model) + " --epochs 1 --folds 4 --fold ";
    ASSERT_EQ(run(words + std::to_string(fold)).exit_code, 0);
    std::istringstream lines(run("predict " + directory.file(model + "/model.checkpoint") +
                                 " --data " + directory.path().string() + " --part test --truth")
                                 .output);
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
  const std::string words = train_words(directory, "m") + " --epochs 1";
  EXPECT_EQ(run(words + " --folds 2").exit_code, 2);
  EXPECT_EQ(run(words + " --folds 4 --fold 4").exit_code, 2);
  EXPECT_EQ(run(words + " --fold 1").exit_code, 2);
  EXPECT_EQ(run(words + " --folds 121").exit_code, 65);
}

TEST(Predict, HasNoTruthWithoutLabels) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  std::filesystem::remove(directory.file("SHAPES_graph_labels.txt"));
  const std::string words =
      "predict " + directory.file("m/model.checkpoint") + " --data " + directory.path().string();
  EXPECT_EQ(run(words).exit_code, 0);
  const ProgramOutcome refused = run(words + " --truth");
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("nothing to compare with"));
}

TEST(Train, ReadsOptionsFromAFileAndTheCommandLineWins) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string config = directory.write(
      "c.json",
      R"({"dataset": "SHAPES", "epochs": 3, "hidden": 8, "layers": 1, "readout": "mean"})");
  const std::string words = "train --quiet --data " + directory.path().string() + " --config " +
                            config + " --output " + directory.file("m") + " --epochs 2";
  ASSERT_EQ(run(words).exit_code, 0);
  const auto record = nlohmann::json::parse(read_file(directory.file("m/train.json")));
  EXPECT_EQ(record.at("config").at("epochs"), 2);
  EXPECT_EQ(record.at("config").at("hidden"), 8);
  EXPECT_EQ(record.at("config").at("task"), "classification");
  EXPECT_EQ(record.at("rows").size(), 2U);
  EXPECT_EQ(run(words + " --hidden 0").exit_code, 2);  // not the file's mistake
  (void)directory.write("c.json", R"({"dataset": "SHAPES", "hiden": 8})");
  const ProgramOutcome misspelt = run(words);
  EXPECT_EQ(misspelt.exit_code, 65);
  EXPECT_THAT(misspelt.output, HasSubstr("there is no option \"hiden\""));
  EXPECT_EQ(run(words + " --hidden many").exit_code, 2);
}

}  // namespace
}  // namespace isotypic
