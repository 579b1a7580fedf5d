// isotypic select.

#include <gmock/gmock.h>

#include "isotypic/io/graph6.hpp"
#include "isotypic/symmetry/invariants.hpp"
#include "tests/support/program.hpp"
#include "tests/support/reference.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::select_test {
namespace {

using ::testing::HasSubstr;

std::string all_graphs() {
  std::string text;
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() <= 6) text += format_graph6(graph) + '\n';
  }
  return text;
}

TEST(Select, KeepsExactlyTheGraphsThatMeetTheCondition) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("all.g6", all_graphs());
  std::string expected;
  std::string others;
  for (const Graph& graph : reference::small_graphs()) {
    if (graph.num_nodes() > 6) continue;
    const Invariants own = compute_invariants(graph);
    const bool small = std::stoll(own.aut_order) > 10 && own.num_orbits == 1;
    (small ? expected : others) += format_graph6(graph) + '\n';
  }
  const std::string where = " --where 'aut_order > 10 and orbits == 1' ";
  EXPECT_EQ(run_program("select " + file + where).output, expected);
  EXPECT_EQ(run_program("select " + file + where + "--invert --threads 2").output, others);
  EXPECT_EQ(run_program("select --count " + file + where).output,
            std::to_string(std::count(expected.begin(), expected.end(), '\n')) + "\n");
}

TEST(Select, FindsTheTrees) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("all.g6", all_graphs());
  // There are 1, 1, 1, 2, 3, 6 trees of 1 to 6 nodes.
  EXPECT_EQ(
      run_program("select --count " + file + " --where 'm == n - 1 and components == 1'").output,
      "14\n");
}

TEST(Select, LeavesOutWhatIsUndecidedAndSaysSo) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.g6", "Bw\nBo\n");  // a triangle and a path
  const ProgramOutcome outcome =
      run_program("select " + file + " --where 'girth == 3' 2> /dev/null");
  EXPECT_EQ(outcome.output, "Bw\n");
  EXPECT_THAT(run_program("select " + file + " --where 'girth == 3'").output,
              HasSubstr("1 graph left out"));
}

TEST(Select, PointsAtMistakes) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("a.g6", "Bw\n");
  const ProgramOutcome outcome = run_program("select " + file + " --where 'n = 3'");
  EXPECT_EQ(outcome.exit_code, 2);
  EXPECT_THAT(outcome.output, HasSubstr("write '==' to compare\n  n = 3\n    ^"));
  EXPECT_EQ(run_program("select " + file).exit_code, 2);
  EXPECT_EQ(run_program("select --where 'n == 3'").exit_code, 2);
  EXPECT_EQ(run_program("select " + file + " --where ''").exit_code, 2);
  EXPECT_EQ(run_program("select " + file + " --where 'n == 3' --output " + file).exit_code, 2);
  EXPECT_THAT(run_program("select --list").output, HasSubstr("aut_order"));
}

}  // namespace
}  // namespace isotypic::select_test
