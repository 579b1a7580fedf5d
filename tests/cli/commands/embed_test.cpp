// isotypic embed.

#include <gmock/gmock.h>

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <sstream>
#include <string>
#include <vector>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/channels/pooled_readout.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/io/npy.hpp"
#include "isotypic/io/reader.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::embed_test {
namespace {

using ::testing::HasSubstr;

std::vector<double> features_of(const nlohmann::json& object) {
  return object.at("features").get<std::vector<double>>();
}

/// Two rounds of M <- M + A M from degrees, as a matrix product.
Eigen::MatrixXd degree_embeddings(const Graph& graph) {
  Eigen::MatrixXd operation = Eigen::MatrixXd::Identity(graph.num_nodes(), graph.num_nodes());
  Eigen::MatrixXd features(graph.num_nodes(), 1);
  for (std::int64_t u = 0; u < graph.num_nodes(); ++u) {
    features(u, 0) = static_cast<double>(graph.degree(u));
    for (const std::int32_t v : graph.neighbours(u)) operation(u, v) = 1.0;
  }
  return operation * (operation * features);
}

const char* const some_graphs =
    "(" ISOTYPIC_PROGRAM " generate petersen; " ISOTYPIC_PROGRAM
    " generate random-regular 20 3 --count 20; " ISOTYPIC_PROGRAM " generate path 7)";

std::string write_some_graphs(const TemporaryDirectory& directory) {
  return directory.write("some.g6",
                         run_program("--version >/dev/null; " + std::string(some_graphs)).output);
}

TEST(Embed, GivesTheFeaturesOfTheLibrary) {
  const TemporaryDirectory directory;
  const std::string file = write_some_graphs(directory);
  const ProgramOutcome outcome = run_program("embed --input degree --max-blocks 0 " + file);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto objects = parse_lines(outcome.output);
  ASSERT_EQ(objects.size(), 22U);
  GraphReader reader(file);
  for (const auto& object : objects) {
    const Graph graph = reader.next().value().graph;
    EXPECT_EQ(object.at("n"), graph.num_nodes());
    const Features<double> expected = isotypic_features(
        decompose(compute_symmetry(graph)), degree_embeddings(graph), {.max_blocks = 0});
    const std::vector<double> features = features_of(object);
    ASSERT_EQ(std::ssize(features), expected.values.size());
    const double limit = 1e-12 * expected.values.norm();
    for (std::size_t i = 0; i < features.size(); ++i) {
      EXPECT_NEAR(features[i], expected.values[static_cast<Eigen::Index>(i)], limit);
    }
    EXPECT_NEAR(object.at("retained_energy").get<double>(), expected.retained_energy, 1e-12);
  }
}

TEST(Embed, RelabelledCopiesGiveEqualFeatures) {
  for (const char* family :
       {"petersen", "cfi complete 4", "random-regular 30 3 --seed 5", "path 9", "torus 4 5"}) {
    const auto embed = [&](const std::string& options) {
      const auto objects =
          parse_lines(run_program("generate " + std::string(family) + options +
                                  " | " ISOTYPIC_PROGRAM " embed - --input degree --max-blocks 0")
                          .output);
      return features_of(objects.at(0));
    };
    const std::vector<double> original = embed("");
    for (const char* relabel : {" --relabel 1", " --relabel 2"}) {
      const std::vector<double> copy = embed(relabel);
      ASSERT_EQ(copy.size(), original.size()) << family;
      for (std::size_t i = 0; i < copy.size(); ++i) {
        EXPECT_NEAR(copy[i], original[i], 1e-9 * std::max(1.0, std::abs(original[i]))) << family;
      }
    }
  }
}

TEST(Embed, KeepsTheOrderOfItsInputWhateverTheThreads) {
  const TemporaryDirectory directory;
  const std::string file = write_some_graphs(directory);
  const std::string twice = "embed --max-blocks 4 " + file + " " + file;
  const ProgramOutcome one = run_program(twice + " --threads 1");
  EXPECT_EQ(parse_lines(one.output).size(), 44U);
  EXPECT_EQ(run_program(twice + " --threads 4").output, one.output);
}

TEST(Embed, CsvAndNpyHoldTheNumbersOfTheJson) {
  const TemporaryDirectory directory;
  const std::string file = write_some_graphs(directory);
  const std::string command = "embed --input degree --max-blocks 4 " + file;
  const auto objects = parse_lines(run_program(command + " --json").output);
  std::istringstream csv(run_program(command + " --csv").output);
  ASSERT_EQ(run_program(command + " --npy " + directory.file("x.npy")).exit_code, 0);
  const NpyArray<double> array = read_npy<double>(directory.file("x.npy"));
  ASSERT_EQ(array.shape, (std::vector<std::int64_t>{22, 44}));
  std::string line;
  std::getline(csv, line);
  EXPECT_THAT(line, ::testing::StartsWith("source,n,retained_energy,f0,f1,"));
  for (std::size_t i = 0; i < objects.size(); ++i) {
    const std::vector<double> features = features_of(objects[i]);
    ASSERT_TRUE(std::getline(csv, line));
    std::istringstream cells(line);
    std::string cell;
    for (int skipped = 0; skipped < 3; ++skipped) std::getline(cells, cell, ',');
    for (std::size_t j = 0; j < features.size(); ++j) {
      ASSERT_TRUE(std::getline(cells, cell, ','));
      EXPECT_EQ(std::stod(cell), features[j]);
      EXPECT_EQ(array.values[i * 44 + j], features[j]);
    }
  }
}

TEST(Embed, RowsOfAFileBelongToTheNodesOfAllGraphsInTurn) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", "Bw\nA_\n");
  const std::string rows = directory.file("x.npy");
  write_npy<double>(rows, {.values = {1, 1, 1, 5, 5}, .shape = {5, 1}});
  const std::string options = " --rounds 0 --max-blocks 1 --order ascending --input ";
  const auto objects = parse_lines(run_program("embed " + graphs + options + rows).output);
  ASSERT_EQ(objects.size(), 2U);
  EXPECT_NEAR(features_of(objects[0]).at(0), 3.0, 1e-12);  // s1: the norm of the column sums
  EXPECT_NEAR(features_of(objects[1]).at(0), 10.0, 1e-12);
  EXPECT_EQ(run_program("embed " + graphs + options + rows + " --keep-going").exit_code, 2);
}

TEST(Embed, NeedsANameForItsOutput) {
  const TemporaryDirectory directory;
  const std::string graphs = directory.write("g.g6", "Bw\n");
  EXPECT_EQ(run_program("embed " + graphs + " --output ''").exit_code, 2);
}

TEST(Embed, BadFeaturesExitWith65AndNameTheFile) {
  const TemporaryDirectory directory;
  const std::string graph = directory.write("g.g6", "Bw\n");
  const std::string file = directory.file("x.npy");
  const auto embed = [&](const std::string& reason) {
    const ProgramOutcome outcome =
        run_program("embed --max-blocks 0 " + graph + " --input " + file);
    EXPECT_EQ(outcome.exit_code, 65) << reason;
    EXPECT_THAT(outcome.output, HasSubstr(file + ": "));
    EXPECT_THAT(outcome.output, HasSubstr(reason));
  };
  write_npy<double>(file, {.values = {1, 2}, .shape = {2, 1}});
  embed("2 rows are too few");
  write_npy<double>(file, {.values = {1, 2, 3, 4}, .shape = {4, 1}});
  embed("4 rows, but the graphs have 3 nodes");
  write_npy<double>(file,
                    {.values = {1, std::numeric_limits<double>::quiet_NaN(), 3}, .shape = {3}});
  embed("row 1 holds a NaN");
  static_cast<void>(directory.write("x.npy", "no array"));
  embed("does not begin like an .npy file");
}

TEST(Embed, NumbersBeyondDoubleAreAnErrorNotANull) {
  const TemporaryDirectory directory;
  const std::string graph = directory.write("g.g6", "Bw\n");
  const ProgramOutcome rounds = run_program("embed --rounds 5000 " + graph);
  EXPECT_EQ(rounds.exit_code, 65);
  EXPECT_THAT(rounds.output, HasSubstr(graph + ":1: round "));
  const std::string file = directory.file("x.npy");
  write_npy<double>(file, {.values = {1.7e308, 1.7e308, 1.7e308}, .shape = {3}});
  EXPECT_EQ(run_program("embed --rounds 0 --max-blocks 0 " + graph + " --input " + file).exit_code,
            65);
}

TEST(Embed, TooManyFeaturesAreRefusedBeforeTheyAreAllocated) {
  const TemporaryDirectory directory;
  const std::string graph = directory.write("g.g6", "Bw\n");
  const ProgramOutcome outcome =
      run_with_little_memory("embed --max-blocks 8192 --rp-dim 65536 " + graph);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("above the limit"));
}

TEST(Embed, KeepGoingWritesTheGoodGraphsAndExitsWith65) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("mixed.g6", "Bw\nB\nA_\n");
  const std::string output = directory.file("out.json");
  EXPECT_EQ(run_program("embed --keep-going " + file + " --output " + output).exit_code, 65);
  EXPECT_EQ(parse_lines(run_program("--version >/dev/null; cat " + output).output).size(), 2U);
  EXPECT_EQ(run_program("embed " + file + " --output " + directory.file("none")).exit_code, 65);
  EXPECT_FALSE(std::filesystem::exists(directory / "none"));
}

TEST(Embed, ColoursBreakSymmetry) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("g.dimacs", "p edge 3 2\ne 1 2\ne 2 3\nn 1 7\n");
  const std::string command = "embed --max-blocks 0 --rp-dim 0 " + file;
  EXPECT_NE(run_program(command).output, run_program(command + " --node-colours").output);
}

TEST(Embed, ACacheGivesTheSameBytesAndNeverReplacesAnotherFile) {
  const TemporaryDirectory directory;
  const std::string file = write_some_graphs(directory);
  const std::string plain = run_program("embed " + file).output;
  const std::string cached = "embed " + file + " --cache " + directory.file("cache");
  EXPECT_EQ(run_program(cached).output, plain);
  EXPECT_EQ(run_program(cached).output, plain);
  EXPECT_EQ(run_program("embed " + file + " --cache " + file).exit_code, 2);  // it is read
  EXPECT_EQ(run_program("embed " + file).output, plain);
  const std::string notes = directory.write("notes.txt", "not for isotypic");
  const ProgramOutcome outcome = run_program("embed " + file + " --cache " + notes);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("is not a store"));
  EXPECT_EQ(read_file(notes), "not for isotypic");
}

TEST(Embed, PoolsComponentsToTheSameLengthForGraphsOfAnySize) {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "mixed.g6", run_program("--version >/dev/null; (" ISOTYPIC_PROGRAM
                              " generate petersen; " ISOTYPIC_PROGRAM " generate star 600)")
                      .output);
  const std::string array = directory.file("x.npy");
  const ProgramOutcome outcome =
      run_program("embed --input degree --pooled 16 --npy " + array + ' ' + file);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const NpyArray<double> rows = read_npy<double>(array);
  ASSERT_EQ(rows.shape, (std::vector<std::int64_t>{2, 16}));
  GraphReader reader(file);
  for (std::int64_t i = 0; i < 2; ++i) {
    const Graph graph = reader.next().value().graph;
    const Channels dense = decompose(graph, {.grouping = Grouping::Components});
    const Eigen::VectorXd expected =
        pooled_features(dense, degree_embeddings(graph), {.num_features = 16});
    for (std::int64_t j = 0; j < 16; ++j) {
      EXPECT_NEAR(rows.values[i * 16 + j], expected[j], 1e-9) << i << ' ' << j;
    }
  }
}

TEST(Embed, PoolingReadsNoBlocks) {
  for (const char* option : {"--max-blocks 3", "--variant linear", "--grouping channels"}) {
    const ProgramOutcome outcome = run_program("embed --pooled 8 x.g6 " + std::string(option));
    EXPECT_EQ(outcome.exit_code, 2) << option;
    EXPECT_THAT(outcome.output, HasSubstr("--pooled"));
  }
}

TEST(Embed, TakesLargeGraphsByComponents) {
  const ProgramOutcome refused =
      run_program("generate star 9000 | " ISOTYPIC_PROGRAM " embed - --input degree");
  EXPECT_EQ(refused.exit_code, 65);
  EXPECT_THAT(refused.output, HasSubstr("--grouping components"));
  const ProgramOutcome outcome = run_program("generate star 9000 | " ISOTYPIC_PROGRAM
                                             " embed - --input degree --grouping components");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("features").size(), 88U);
  EXPECT_NEAR(json.at("retained_energy").get<double>(), 1.0, 1e-12);
}

}  // namespace
}  // namespace isotypic::embed_test
