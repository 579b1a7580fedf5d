// `isotypic predict` as a process: which graphs, which labels, which truth.

#include <gmock/gmock.h>
#include <sys/stat.h>

#include <algorithm>
#include <sstream>

#include "isotypic/base/byte_source.hpp"
#include "tests/cli/shapes.hpp"
#include "tests/data/data_files.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::predict_test {
namespace {

using testing::HasSubstr;

TEST(Predict, NamesTheGraphWithAnUnknownLabel) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 2").exit_code, 0);
  std::string labels = read_file(directory.file("SHAPES_node_labels.txt"));
  labels[2 * 4] = '7';  // node 5: the second of graph 1
  (void)directory.write("SHAPES_node_labels.txt", labels);
  const ProgramOutcome predicted = run_program(predict_words(directory, "m"));
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("graph 1 has the node label 7, the model knows 0 to 1"));
}

TEST(Predict, NamesTheGraphAlsoAfterTheFirstThousand) {
  const TemporaryDirectory directory;
  constexpr int graphs = 1030;  // predict works on 1024 at a time
  const auto write_paths = [&](int bad) {
    std::string indicator, edges, node_labels, labels;
    for (int g = 0; g < graphs; ++g) {
      const std::string number = std::to_string(g + 1) + '\n';
      indicator += number + number;
      edges += std::to_string(2 * g + 1) + ", " + std::to_string(2 * g + 2) + '\n';
      node_labels += g == bad ? "0\n7\n" : "0\n1\n";
      labels += g % 2 == 0 ? "1\n" : "2\n";
    }
    (void)directory.write("SHAPES_graph_indicator.txt", indicator);
    (void)directory.write("SHAPES_A.txt", edges);
    (void)directory.write("SHAPES_node_labels.txt", node_labels);
    (void)directory.write("SHAPES_graph_labels.txt", labels);
  };
  write_paths(-1);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  write_paths(1027);
  const ProgramOutcome predicted = run_program(predict_words(directory, "m"));
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("graph 1027 has the node label 7"));
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
  const std::string words = predict_words(directory, "m");
  write_labels("-3", "2");
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  // Without the label -3 the loader numbers from another one on.
  write_labels("2", "2");
  const std::string only = run_program(words).output;
  write_labels("-3", "2");
  EXPECT_NE(run_program(words).output, only);
  write_labels("2", "2");
  EXPECT_EQ(run_program(words).output, only);
  EXPECT_THAT(only, HasSubstr("graph,class"));
  // One node with it, in the last graph, and the loader numbers as in training: the other rows must
  // not notice.
  std::string with_one = read_file(directory.file("SHAPES_node_labels.txt"));
  with_one.replace(with_one.size() - 2, 1, "-3");
  (void)directory.write("SHAPES_node_labels.txt", with_one);
  const std::string before_last = only.substr(0, only.find("\n119,"));
  EXPECT_EQ(std::ranges::count(before_last, '\n'), 119);
  EXPECT_TRUE(run_program(words).output.starts_with(before_last + '\n'));
  write_labels("-4", "2");
  const ProgramOutcome unknown = run_program(words);
  EXPECT_EQ(unknown.exit_code, 65);
  EXPECT_THAT(unknown.output, HasSubstr("graph 0 has the node label -4, the model knows -3 to "));
}

TEST(Predict, NeedsTheFeaturesThatTheNetworkReadsAndNoOthers) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::string edge_labels;
  const std::string edges = read_file(directory.file("SHAPES_A.txt"));
  for (const char c : edges) edge_labels += c == '\n' ? "1\n" : "";
  (void)directory.write("SHAPES_edge_labels.txt", edge_labels);
  ASSERT_EQ(run_program(train_words(directory, "gin") + " --epochs 1").exit_code, 0);
  ASSERT_EQ(run_program(train_words(directory, "gine") + " --epochs 1 --encoder GINE").exit_code,
            0);
  std::filesystem::remove(directory / "SHAPES_edge_labels.txt");
  EXPECT_EQ(run_program(predict_words(directory, "gin")).exit_code, 0);
  const ProgramOutcome refused = run_program(predict_words(directory, "gine"));
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("graph 0 has 0 columns of edge labels"));
}

TEST(Predict, DoesNotOverwriteItsModel) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  const std::string model = directory.file("m/model.checkpoint");
  const std::string bytes = content(model);
  EXPECT_EQ(run_program(predict_words(directory, "m") + " -o " + model).exit_code, 2);
  EXPECT_EQ(content(model), bytes);
}

TEST(Predict, HasNoUseForANetworkThatNeverHadAScore) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  const std::string valid = run_program(predict_words(directory, "m") + " --part valid").output;
  const int graph = std::stoi(valid.substr(valid.find('\n') + 1));
  std::istringstream indicator(read_file(directory.file("SHAPES_graph_indicator.txt")));
  std::string attributes, line;
  while (std::getline(indicator, line)) {
    attributes += std::stoi(line) - 1 == graph ? "3e38\n" : "1\n";
  }
  (void)directory.write("SHAPES_node_attributes.txt", attributes);
  const ProgramOutcome trained = run_program(train_words(directory, "diverged") + " --epochs 2");
  EXPECT_EQ(trained.exit_code, 1);
  EXPECT_THAT(trained.output, HasSubstr("the training diverged"));
  const ProgramOutcome predicted = run_program(predict_words(directory, "diverged"));
  EXPECT_EQ(predicted.exit_code, 65);
  EXPECT_THAT(predicted.output, HasSubstr("no validation score was a number"));
}

TEST(Predict, HasNoTruthWithoutLabels) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  std::filesystem::remove(directory.file("SHAPES_graph_labels.txt"));
  const std::string words = predict_words(directory, "m");
  EXPECT_EQ(run_program(words).exit_code, 0);
  const ProgramOutcome refused = run_program(words + " --truth");
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("nothing to compare with"));
}

TEST(Predict, TakesWholeNumbersAsTheAttributesThatTheNetworkReads) {
  const TemporaryDirectory directory;
  // Paths of two nodes; the first feature is a whole number, the second one has a fraction.
  const auto write_paths = [&](const std::string& name, const std::string& fraction) {
    std::string twos, ones, edges, nodes, bonds, targets;
    for (int g = 0; g < 20; ++g) {
      twos += "2\n";
      ones += "1\n";
      edges += "0,1\n";
      nodes += std::to_string(g) + "," + fraction + "\n0,1\n";
      bonds += "1" + fraction + "\n";
      targets += std::to_string(g) + ".1\n";
    }
    std::filesystem::create_directories(directory / name / "raw");
    (void)directory.write(name + "/raw/num-node-list.csv", twos);
    (void)directory.write(name + "/raw/num-edge-list.csv", ones);
    (void)directory.write(name + "/raw/edge.csv", edges);
    (void)directory.write(name + "/raw/node-feat.csv", nodes);
    (void)directory.write(name + "/raw/edge-feat.csv", bonds);
    (void)directory.write(name + "/raw/graph-label.csv", targets);
  };
  write_paths("fractions", "0.5");
  write_paths("whole", "3");
  const auto train = [&](const std::string& name, const std::string& options) {
    return run_program("train --quiet --data " + directory.path().string() + " --dataset " + name +
                       " --output " + directory.file(name + "-model") +
                       " --hidden 8 --layers 2 --epochs 1 " + options);
  };
  ASSERT_EQ(train("fractions", "--encoder GINE").exit_code, 0);
  const ProgramOutcome predicted =
      run_program(predict_words(directory, "fractions-model") + " --dataset whole");
  EXPECT_EQ(predicted.exit_code, 0) << predicted.output;
  // The targets of the files are shown as they are there, not as float32 rounds them.
  EXPECT_THAT(run_program(predict_words(directory, "fractions-model") + " --truth").output,
              HasSubstr(",4.1\n"));
  ASSERT_EQ(train("whole", "").exit_code, 0);
  EXPECT_THAT(run_program(predict_words(directory, "whole-model") + " --dataset fractions").output,
              HasSubstr("graph 0 of fractions has the node label 0.5, the model knows 0 to 3"));
  std::filesystem::remove_all(directory / "whole-model");
  // Asked for as attributes, whole numbers are no labels, whatever the next data set has.
  ASSERT_EQ(train("whole", "--node-input attributes").exit_code, 0);
  EXPECT_EQ(run_program(predict_words(directory, "whole-model") + " --dataset fractions").exit_code,
            0);
}

TEST(Predict, ComparesClassesWithClassesOnly) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  ASSERT_EQ(run_program(train_words(directory, "m") + " --epochs 1").exit_code, 0);
  std::filesystem::remove(directory.file("SHAPES_graph_labels.txt"));
  std::string whole, fractions;
  for (int g = 0; g < 120; ++g) {
    whole += "2\n";
    fractions += "4.25\n";
  }
  const std::string words = predict_words(directory, "m") + " --truth";
  (void)directory.write("SHAPES_graph_attributes.txt", "nan\n" + whole.substr(2));
  EXPECT_THAT(run_program(words).output, HasSubstr(",2\n"));
  (void)directory.write("SHAPES_graph_attributes.txt", fractions);
  const ProgramOutcome refused = run_program(words);
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("nothing to compare with"));
}

TEST(Predict, DoesNotWaitForAPipe) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  std::filesystem::create_directory(directory / "m");
  ASSERT_EQ(::mkfifo(directory.file("m/model.checkpoint").c_str(), 0600), 0);
  EXPECT_EQ(run_program(predict_words(directory, "m")).exit_code, 65);
  EXPECT_EQ(run_program(train_words(directory, "m")).exit_code, 65);
}

}  // namespace
}  // namespace isotypic::predict_test
