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

TEST(Ladder, ShowsTheGoodGraphsBesideBadOnes) {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("mixed.g6", run_program("generate cycle 6").output + "E!\n");
  const ProgramOutcome outcome =
      run_program("ladder " + file + " --keep-going --csv --max-rung 1-wl 2>/dev/null");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_EQ(outcome.output, "source,n,m,1-wl,isomorphism\n" + file + ":1,6,6,0,0\n");
}

/// Three marks on these graphs, and the search for their symmetry, take longer than a millisecond.
TEST(Ladder, LimitsRungsAndTheSearchApart) {
  const TemporaryDirectory directory;
  const std::string file =
      directory.write("cfi.g6", run_program("generate cfi complete 5").output +
                                    run_program("generate cfi complete 5 --twisted").output);
  const ProgramOutcome rungs = run_program("ladder " + file + " --rung-limit 1e-3");
  EXPECT_EQ(rungs.exit_code, 0) << rungs.output;
  EXPECT_THAT(rungs.output, HasSubstr("skipped " + file + ":1: the time limit has passed"));
  EXPECT_THAT(rungs.output, HasSubstr("isomorphism          2"));
  const ProgramOutcome search = run_program("ladder " + file + " --time-limit 1e-3 2>&1");
  EXPECT_EQ(search.exit_code, 1);
  EXPECT_THAT(search.output, HasSubstr("the symmetry of graph "));
  const ProgramOutcome refused = run_program("ladder " + file + " --rung-limit nan 2>&1");
  EXPECT_EQ(refused.exit_code, 2);
  EXPECT_THAT(refused.output, HasSubstr("--rung-limit"));
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
