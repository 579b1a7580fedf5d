// What isotypic inspect shows people.

#include <gmock/gmock.h>

#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "isotypic/base/text.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::inspection_text_test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

TEST(InspectionText, TellsPeopleWhatTheGraphIs) {
  const ProgramOutcome outcome = run_program("generate petersen | " ISOTYPIC_PROGRAM " inspect -");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  for (const char* fact :
       {"10 nodes, 15 edges, 3-regular, connected, girth 5, diameter 2", "order 120",
        "1 of nodes, 1 of edges, 1 of arcs, 3 of pairs", "{0-9}",
        "vertex-transitive, edge-transitive, arc-transitive, strongly\n", "regular (10, 3, 0, 1)",
        "distance-regular {3,2;1,1}", "1-WL finds the orbits"}) {
    EXPECT_THAT(outcome.output, HasSubstr(fact));
  }
  EXPECT_THAT(outcome.output, Not(HasSubstr("IsP@OkWHG")));
  EXPECT_THAT(run_program("generate petersen | " ISOTYPIC_PROGRAM " inspect - --canonical").output,
              HasSubstr("canonical   IsP@OkWHG\n"));
}

TEST(InspectionText, ShowsOrbitsAndHowManyNodesAreFixed) {
  const ProgramOutcome star = run_program("generate star 6 | " ISOTYPIC_PROGRAM " inspect -");
  EXPECT_THAT(star.output, HasSubstr("1 node is fixed; {1-6}"));
  const ProgramOutcome path = run_program("generate path 6 | " ISOTYPIC_PROGRAM " inspect -");
  EXPECT_THAT(path.output, HasSubstr("{0 5}"));
  EXPECT_THAT(path.output, HasSubstr("bipartite"));
}

TEST(InspectionText, SaysWhatItDidNotTry) {
  EXPECT_THAT(run_program("generate random-tree 400 | " ISOTYPIC_PROGRAM " inspect -").output,
              HasSubstr("2-WL not tried"));
}

/// Everything that text can show, about graphs of up to 200 nodes.
TEST(InspectionText, FitsEightyColumns) {
  const TemporaryDirectory directory;
  const std::string folder(120, 'x');
  std::filesystem::create_directory(directory / folder);
  std::string lines;
  for (const char* family : {"complete 200", "star 199", "path 200", "cycle 200",
                             "erdos-renyi 200 0.02", "erdos-renyi 200 0.5", "random-regular 200 3",
                             "binary-tree 6", "rook 14 14", "complete-bipartite 100 100",
                             "hypercube 7", "cfi petersen", "johnson 10 3", "path 0", "path 1"}) {
    const ProgramOutcome generated = run_program(std::string("generate ") + family);
    ASSERT_EQ(generated.exit_code, 0) << generated.output;
    lines += generated.output;
  }
  const std::string file = directory.write(folder + "/graphs.g6", lines);
  for (const char* options : {"", "--table", "--channels", "--channels --generators"}) {
    const ProgramOutcome outcome = run_program("inspect " + file + " " + options);
    ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
    std::istringstream rows(outcome.output);
    for (std::string row; std::getline(rows, row);) {
      EXPECT_LE(display_width(row), 80) << options << ": " << row;
    }
  }
}

TEST(InspectionText, TheTableHasOneLinePerGraph) {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "two.g6", run_program("generate shrikhande").output + run_program("generate star 4").output);
  const ProgramOutcome outcome = run_program("inspect --table " + file);
  std::istringstream rows(outcome.output);
  std::vector<std::string> lines;
  for (std::string row; std::getline(rows, row);) lines.push_back(row);
  ASSERT_EQ(lines.size(), 3U) << outcome.output;
  EXPECT_THAT(lines[1], HasSubstr("two.g6:1"));
  EXPECT_THAT(lines[1], ::testing::EndsWith("192       1  VT ET AT SRG DRG"));
  EXPECT_THAT(lines[2], ::testing::EndsWith("24       2  ET B"));
}

}  // namespace
}  // namespace isotypic::inspection_text_test
