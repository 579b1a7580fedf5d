// isotypic explore, and what both commands say in a build that leaves them out.

#include <gmock/gmock.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "isotypic/io/npy.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::explore_test {
namespace {

using ::testing::HasSubstr;

std::string content(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

#ifdef ISOTYPIC_WITHOUT_EXPLORER

TEST(Explore, SaysThatTheBuildLeavesItOut) {
  for (const std::string command : {"explore x.g6 -o page.html", "serve", "explore --help"}) {
    const ProgramOutcome outcome = run_program(command);
    EXPECT_EQ(outcome.exit_code, 1) << command;
    EXPECT_THAT(outcome.output, HasSubstr("left out of this build"));
    EXPECT_THAT(outcome.output, HasSubstr("Install npm"));
  }
}

#else

TEST(Explore, WritesOnePage) {
  const TemporaryDirectory folder;
  const std::string graphs = folder.write("g.g6", "Bw\nC~\n");
  const std::string page = folder.file("page.html");
  const ProgramOutcome outcome = run_program("explore " + graphs + " -o " + page);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("2 graphs"));
  EXPECT_THAT(content(page), ::testing::StartsWith("<!doctype html>"));
  EXPECT_THAT(content(page), HasSubstr("<title>g.g6</title>"));
  EXPECT_EQ(folder.num_files(), 2U);
}

TEST(Explore, SameInputSamePage) {
  const std::string command =
      "generate random-tree 12 --count 30 | " ISOTYPIC_PROGRAM " explore - -o - --title x";
  const ProgramOutcome one = run_program(command + " --threads 1");
  EXPECT_EQ(one.exit_code, 0);
  EXPECT_TRUE(one.output == run_program(command + " --threads 2").output);
}

TEST(Explore, BadInputLeavesNothingBehind) {
  const TemporaryDirectory folder;
  const std::string page = folder.file("page.html");
  const auto explore = [&](const std::string& name, const std::string& text) {
    return run_program("explore " + folder.write(name, text) + " -o " + page);
  };
  const ProgramOutcome bad = explore("bad.g6", "Bw\n!!\n");
  EXPECT_EQ(bad.exit_code, 65);
  EXPECT_THAT(bad.output, HasSubstr("bad.g6:2"));
  EXPECT_EQ(explore("empty.g6", "").exit_code, 65);
  EXPECT_FALSE(std::filesystem::exists(page));
}

TEST(Explore, SaysWhatToDoWithLargeGraphs) {
  const ProgramOutcome outcome =
      run_program("generate cycle 201 | " ISOTYPIC_PROGRAM " explore - -o /dev/null");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("<stdin>:1: the explorer shows graphs of up to 200 nodes"));
  EXPECT_THAT(outcome.output, HasSubstr("isotypic inspect"));
}

TEST(Explore, NoInputIsOverwritten) {
  const TemporaryDirectory folder;
  const std::string graphs = folder.write("g.g6", "Bw\n");
  EXPECT_EQ(run_program("explore " + graphs + " -o " + graphs).exit_code, 2);
  const std::string features = folder.file("x.npy");
  write_npy<double>(features, {.values = {1, 0, 0}, .shape = {3, 1}});
  EXPECT_EQ(
      run_program("explore " + graphs + " --features " + features + " -o " + features).exit_code,
      2);
  EXPECT_EQ(content(graphs), "Bw\n");
  EXPECT_EQ(run_program("explore " + graphs + " --features " + features + " -o " + folder.file("p"))
                .exit_code,
            0);
}

TEST(Explore, WrongUsageIsTold) {
  for (const char* arguments : {"explore", "explore x", "explore -o y", "serve --port 99999",
                                "explore x -o y --max-rung none"}) {
    EXPECT_EQ(run_program(arguments).exit_code, 2) << arguments;
  }
  for (const char* command : {"explore", "serve"}) {
    const ProgramOutcome help = run_program(std::string(command) + " --help");
    EXPECT_EQ(help.exit_code, 0);
    EXPECT_THAT(help.output, HasSubstr("  isotypic " + std::string(command)));
  }
  EXPECT_EQ(run_program("serve /no/such/file").exit_code, 65);
}

#endif

}  // namespace
}  // namespace isotypic::explore_test
