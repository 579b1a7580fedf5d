// The program as a person calls it: output, exit codes, messages.

#include <gmock/gmock.h>
#include <sys/wait.h>

#include <array>
#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/support/temporary_directory.hpp"

namespace isotypic {
namespace {

using ::testing::HasSubstr;

struct Outcome {
  int exit_code = -1;
  std::string output;  ///< both streams, unless the command line redirects one
};

/// Runs the program through a shell, which also gives pipes and redirections.
Outcome run(const std::string& arguments) {
  Outcome outcome;
  const std::string command = "exec 2>&1; " ISOTYPIC_PROGRAM " " + arguments;
  FILE* pipe = ::popen(command.c_str(), "r");
  std::array<char, 4096> buffer{};
  while (const std::size_t count = std::fread(buffer.data(), 1, buffer.size(), pipe)) {
    outcome.output.append(buffer.data(), count);
  }
  const int status = ::pclose(pipe);
  outcome.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return outcome;
}

TEST(CommandLine, InspectDescribesAGraphInJson) {
  const Outcome outcome = run("generate petersen | " ISOTYPIC_PROGRAM " inspect - --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("source"), "<stdin>:1");
  EXPECT_EQ(json.at("n"), 10);
  EXPECT_EQ(json.at("m"), 15);
  EXPECT_EQ(json.at("aut_order"), "120");
  EXPECT_EQ(json.at("orbits"), nlohmann::json::parse("[[0,1,2,3,4,5,6,7,8,9]]"));
  EXPECT_EQ(json.at("num_orbitals"), 3);
  EXPECT_EQ(json.at("wl1_finds_orbits"), true);
  EXPECT_EQ(json.at("wl2_finds_orbitals"), true);
  EXPECT_EQ(json.at("hash").get<std::string>().size(), 32U);
  // The canonical form of the canonical form is itself.
  const TemporaryDirectory directory;
  const std::string file = directory.write("c.g6", json.at("canonical").get<std::string>() + "\n");
  const auto again = nlohmann::json::parse(run("inspect --json " + file).output);
  EXPECT_EQ(again.at("canonical"), json.at("canonical"));
  EXPECT_EQ(again.at("hash"), json.at("hash"));
}

TEST(CommandLine, InspectKeepsTheOrderOfItsInputWhateverTheThreads) {
  const TemporaryDirectory directory;
  std::string lines;
  for (int n = 1; n <= 40; ++n) lines += run("generate cycle " + std::to_string(n + 2)).output;
  const std::string file = directory.write("cycles.g6", lines);
  const Outcome one = run("inspect --csv --threads 1 " + file);
  ASSERT_EQ(one.exit_code, 0);
  EXPECT_EQ(run("inspect --csv --threads 4 " + file).output, one.output);
  std::istringstream rows(one.output);
  std::string row;
  std::getline(rows, row);
  EXPECT_THAT(row, HasSubstr("source,n,m,"));
  for (int n = 1; n <= 40; ++n) {
    ASSERT_TRUE(std::getline(rows, row));
    EXPECT_THAT(row, HasSubstr(":" + std::to_string(n) + "," + std::to_string(n + 2) + ","));
  }
}

TEST(CommandLine, InspectShowsGeneratorsInCycleNotation) {
  const Outcome outcome = run("generate path 3 | " ISOTYPIC_PROGRAM " inspect - --generators");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("(0 2)"));
}

TEST(CommandLine, InspectRespectsColoursOnRequest) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("g.dimacs", "p edge 3 2\ne 1 2\ne 2 3\nn 1 7\n");
  EXPECT_EQ(nlohmann::json::parse(run("inspect --json " + file).output).at("aut_order"), "2");
  EXPECT_EQ(
      nlohmann::json::parse(run("inspect --json --node-colours " + file).output).at("aut_order"),
      "1");
}

struct BadInput {
  const char* name;
  std::string content;
  const char* reason;  ///< part of the message
};

class BadInputTest : public ::testing::TestWithParam<BadInput> {};

TEST_P(BadInputTest, IsExplainedWithFileAndLineAndExitsWith65) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("bad", GetParam().content);
  const auto begin = std::chrono::steady_clock::now();
  // A limit on memory: no bad file may make the program allocate what it claims to need.
  Outcome outcome =
      run("--version >/dev/null; ulimit -v 1000000; " ISOTYPIC_PROGRAM " inspect " + file);
  EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(2));
  EXPECT_EQ(outcome.exit_code, 65) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr(file + ":"));
  EXPECT_THAT(outcome.output, HasSubstr(GetParam().reason));
}

INSTANTIATE_TEST_SUITE_P(
    CommandLine, BadInputTest,
    ::testing::Values(
        BadInput{"Truncated", "I?????", ":1: "}, BadInput{"Overlong", "Bww\n", ":1: "},
        BadInput{"BytesOutsideTheRange", "Bw\nB\x01\n", ":2: "},
        BadInput{"HugeSize", "~~~~~~~~\n", ":1: "}, BadInput{"HugeSparse6", ":~~~~~~~~\n", ":1: "},
        BadInput{"LoneColon", ":\n", ":1: "},
        BadInput{"BinaryGarbage", std::string("\x00\xff\x80garbage\x7f\n", 12), ":1: "},
        BadInput{"TruncatedGzip", std::string("\x1f\x8b\x08\x00", 4), "gzip"},
        BadInput{"EdgeBeforeSize", "p edge 2 1\ne 1 9\n", ":2: "},
        BadInput{"SelfLoop", "0 1\n1 1\n", ":2: "}),
    [](const auto& bad) { return std::string(bad.param.name); });

TEST(CommandLine, AcceptsCrlfBlankLinesAndTheSmallestGraphs) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("ok.g6", ">>graph6<<?\r\n\r\n@\r\nBw\r\n");
  const Outcome outcome = run("inspect --csv " + file);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("ok.g6:1,0,0,"));
  EXPECT_THAT(outcome.output, HasSubstr("ok.g6:3,1,0,"));
  EXPECT_THAT(outcome.output, HasSubstr("ok.g6:4,3,3,"));
}

TEST(CommandLine, KeepGoingReportsBadGraphsAndGoesOn) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("mixed.g6", "Bw\nB\nA_\n");
  const Outcome outcome = run("inspect --csv --keep-going " + file);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("mixed.g6:3,2,1,"));
}

TEST(CommandLine, MissingFilesAndDirectoriesExitWith65) {
  EXPECT_EQ(run("inspect /nonexistent/file").exit_code, 65);
  EXPECT_EQ(run("inspect /").exit_code, 65);
}

TEST(CommandLine, AFullDiskExitsWith1) {
  const Outcome outcome = run("generate petersen >/dev/full");
  EXPECT_EQ(outcome.exit_code, 1);
}

TEST(CommandLine, WrongUsageExitsWith2) {
  for (const char* arguments :
       {"", "frobnicate", "inspect", "inspect --json --csv x", "inspect --threads -1 x",
        "generate nosuchfamily", "generate cycle", "generate cycle two", "generate paley 15"}) {
    EXPECT_EQ(run(arguments).exit_code, 2) << arguments;
  }
}

TEST(CommandLine, HelpExplainsWithExamples) {
  for (const char* command : {"inspect", "generate", "report", "merge"}) {
    const Outcome outcome = run(std::string(command) + " --help");
    EXPECT_EQ(outcome.exit_code, 0);
    EXPECT_THAT(outcome.output, HasSubstr("isotypic " + std::string(command)));
  }
}

}  // namespace
}  // namespace isotypic
