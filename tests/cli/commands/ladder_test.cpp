// isotypic ladder.

#include <gmock/gmock.h>

#include <sstream>
#include <string>

#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::ladder_test {
namespace {

using ::testing::HasSubstr;

/// Six graphs: a cycle and a relabelled copy, two triangles, and two strongly regular graphs.
std::string six_graphs(const TemporaryDirectory& directory) {
  std::string graphs;
  for (const char* family : {"cycle 6", "cycle 6 --relabel 5", "path 6", "rook 4 4", "shrikhande",
                             "shrikhande --relabel 2"}) {
    graphs += run_program(std::string("generate ") + family).output;
  }
  return directory.write("six.g6", graphs);
}

TEST(Ladder, CsvHasOneRowPerGraphAndOneColumnPerRung) {
  const TemporaryDirectory directory;
  const std::string file = six_graphs(directory);
  const ProgramOutcome outcome = run_program("ladder " + file + " --csv --max-rung components");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(outcome.output, "source,n,m,1-wl,components,isomorphism\n" + file + ":1,6,6,0,0,0\n" +
                                file + ":2,6,6,0,0,0\n" + file + ":3,6,5,1,1,1\n" + file +
                                ":4,16,48,2,2,2\n" + file + ":5,16,48,2,3,3\n" + file +
                                ":6,16,48,2,3,3\n");
}

TEST(Ladder, JsonHasOneLinePerRungAndOneAboutIsomorphism) {
  const TemporaryDirectory directory;
  const ProgramOutcome outcome = run_program("ladder " + six_graphs(directory) + " --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  std::istringstream lines(outcome.output);
  std::vector<nlohmann::json> rungs;
  for (std::string line; std::getline(lines, line);) rungs.push_back(nlohmann::json::parse(line));
  ASSERT_EQ(rungs.size(), 10U);
  EXPECT_EQ(rungs[0].at("rung"), "1-wl");
  EXPECT_EQ(rungs[0].at("num_classes"), 3);
  EXPECT_EQ(rungs[9].at("rung"), "isomorphism");
  EXPECT_EQ(rungs[8].at("class_of"), rungs[9].at("class_of"));
}

TEST(Ladder, TextSaysHowManyClassesEveryRungSees) {
  const TemporaryDirectory directory;
  const ProgramOutcome outcome = run_program("ladder " + six_graphs(directory));
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("6 graphs\n"));
  EXPECT_THAT(outcome.output, HasSubstr("isomorphism          4\n"));
}

TEST(Ladder, RefusesRungsThatDoNotExist) {
  const TemporaryDirectory directory;
  const ProgramOutcome outcome =
      run_program("ladder " + six_graphs(directory) + " --max-rung 4-wl");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("there is no rung '4-wl'"));
}

}  // namespace
}  // namespace isotypic::ladder_test
