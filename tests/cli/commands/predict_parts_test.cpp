// `isotypic predict --part` as a process: parts of the data that a network was trained on.

#include <gmock/gmock.h>

#include <filesystem>
#include <string>

#include "isotypic/base/byte_source.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/data/data_files.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::predict_parts_test {
namespace {

using testing::HasSubstr;

TEST(PredictParts, NamesGraphsByTheirNumberAndPartsOnlyWhatWasSplit) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  const std::string words = predict_words(directory, "m") + " --part test";
  std::istringstream lines(run_program(words).output);
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
  EXPECT_THAT(run_program(words).output,
              HasSubstr("graph " + std::to_string(graphs.back()) + " has"));

  const auto append = [&](const char* suffix, const std::string& text) {
    const std::string name = std::string("SHAPES_") + suffix + ".txt";
    (void)directory.write(name, read_file(directory.file(name)) + text);
  };
  append("graph_indicator", "121\n");
  append("node_labels", "0\n");
  append("graph_labels", "1\n");
  const ProgramOutcome changed = run_program(words);
  EXPECT_EQ(changed.exit_code, 65);
  EXPECT_THAT(changed.output,
              HasSubstr("are not those of the training, which had 120 graphs (now 121)"));
}

TEST(PredictParts, HasNoPartsOfFoldsWhoseClassesHaveChanged) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1 --folds 4 --fold 1").exit_code,
            0);
  std::string labels = read_file(directory.file("SHAPES_graph_labels.txt"));
  labels[0] = '2';
  (void)directory.write("SHAPES_graph_labels.txt", labels);
  EXPECT_EQ(run_program(predict_words(directory, "m")).exit_code, 0);
  EXPECT_EQ(run_program(predict_words(directory, "m") + " --part test").exit_code, 65);
  std::filesystem::remove(directory.file("SHAPES_graph_labels.txt"));
  EXPECT_EQ(run_program(predict_words(directory, "m") + " --part test").exit_code, 65);
}

TEST(PredictParts, ComparesWithWhatWasLearntAndFoldsShareIt) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::string targets;  // beside the classes, and unlike them
  for (int g = 0; g < 120; ++g) targets += g % 3 == 0 ? "1\n" : "0\n";
  (void)directory.write("SHAPES_graph_attributes.txt", targets);
  const std::string words = train_words(directory, "m") + " --task binary --epochs 1 --folds 4";
  ASSERT_EQ(run_program(words).exit_code, 0);
  std::istringstream lines(
      run_program(predict_words(directory, "m") + " --part test --truth").output);
  std::string line;
  std::getline(lines, line);
  EXPECT_EQ(line, "graph,probability,truth");
  int ones = 0;
  while (std::getline(lines, line)) {
    EXPECT_EQ(line.back(), std::stoi(line) % 3 == 0 ? '1' : '0');
    ones += line.back() == '1' ? 1 : 0;
  }
  EXPECT_EQ(ones, 10);
}

TEST(PredictParts, ReadsASplitOnlyForAPart) {
  const TemporaryDirectory directory;
  write_tiny_ogb(directory / "tiny");
  ASSERT_EQ(run_program("train --quiet --data " + directory.path().string() +
                        " --dataset tiny --output " + directory.file("m") +
                        " --hidden 8 --layers 1 --epochs 1 --task regression")
                .exit_code,
            0);
  const std::string words = predict_words(directory, "m");
  EXPECT_EQ(run_program(words + " --part test").exit_code, 0);
  EXPECT_EQ(run_program(words + " --part test --split scaffold").exit_code, 0);
  EXPECT_EQ(run_program(words + " --split scaffold").exit_code, 2);
  // The test part of another split holds graphs that the network was trained on.
  const std::filesystem::path other = directory / "tiny/split/other";
  std::filesystem::copy(directory / "tiny/split/scaffold", other);
  std::filesystem::rename(other / "train.csv.gz", other / "was-train.csv.gz");
  std::filesystem::rename(other / "test.csv.gz", other / "train.csv.gz");
  std::filesystem::rename(other / "was-train.csv.gz", other / "test.csv.gz");
  EXPECT_EQ(run_program(words + " --part test --split other").exit_code, 65);
  EXPECT_THAT(run_program(words + " --part test").output,
              HasSubstr("choose one of: other, scaffold"));
  std::filesystem::rename(directory / "tiny/split", directory / "tiny/elsewhere");
  EXPECT_EQ(run_program(words).exit_code, 0);
  EXPECT_EQ(run_program(words + " --part test").exit_code, 65);
}

TEST(PredictParts, KnowsTheGraphsOfAPartAgain) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  const std::string edges = read_file(directory.file("SHAPES_A.txt"));
  (void)directory.write("SHAPES_A.txt", edges.substr(edges.find('\n') + 1));
  EXPECT_EQ(run_program(predict_words(directory, "m")).exit_code, 0);
  const ProgramOutcome refused = run_program(predict_words(directory, "m") + " --part test");
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("its files or its split are others"));
}

}  // namespace
}  // namespace isotypic::predict_parts_test
