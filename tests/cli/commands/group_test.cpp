// isotypic group.

#include <gmock/gmock.h>

#include <nlohmann/json.hpp>

#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::group_test {
namespace {

using ::testing::HasSubstr;

ProgramOutcome group_of(const std::string& family, const std::string& options) {
  return run_program("generate " + family + " | " ISOTYPIC_PROGRAM " group - " + options);
}

nlohmann::json json_of(const std::string& family, const std::string& options) {
  const ProgramOutcome outcome = group_of(family, "--json " + options);
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  return nlohmann::json::parse(outcome.output);
}

TEST(Group, SaysHowTheGroupActs) {
  const nlohmann::json petersen = json_of("petersen", "");
  EXPECT_EQ(petersen.at("order"), "120");
  EXPECT_EQ(petersen.at("rank"), 3);
  EXPECT_EQ(petersen.at("subdegrees"), (std::vector<int>{1, 3, 6}));
  EXPECT_EQ(petersen.at("primitive"), true);
  EXPECT_EQ(petersen.at("transitivity"), 1);
  EXPECT_EQ(petersen.at("num_arc_orbits"), 1);
  EXPECT_EQ(petersen.at("components").size(), 3U);
  const std::string text = group_of("petersen", "").output;
  EXPECT_THAT(text, HasSubstr("120"));
  EXPECT_THAT(text, HasSubstr("transitive, primitive, rank 3"));
  EXPECT_THAT(text, HasSubstr("1 of nodes, 1 of edges, 1 of arcs, 3 of pairs"));
  EXPECT_THAT(group_of("petersen", "--csv").output, HasSubstr("<stdin>:1,10,15,120,"));
}

TEST(Group, AnswersQuestionsAboutElements) {
  EXPECT_EQ(json_of("petersen", "--fix 0").at("order"), "12");
  EXPECT_EQ(json_of("petersen", "--fix 1 --count-from 1").at("order"), "12");
  EXPECT_EQ(json_of("cycle 4", "--keep-set 0,2").at("order"), "4");
  EXPECT_EQ(json_of("cycle 4", "--set-orbit 0,2").at("set_orbit_length"), "2");
  EXPECT_EQ(json_of("cycle 4", "--set-orbit 0,2").at("set_orbit"),
            nlohmann::json::parse("[[0,2],[1,3]]"));
  EXPECT_EQ(json_of("cycle 4", "--contains '(0 1 2 3)'").at("contains"), true);
  EXPECT_EQ(json_of("cycle 4", "--contains '(0 1)'").at("contains"), false);
  EXPECT_EQ(json_of("cycle 5", "--elements 100").at("elements").size(), 10U);
  EXPECT_EQ(json_of("cycle 5", "--elements 3").at("elements").at(0), "()");
  EXPECT_EQ(json_of("star 500", "--random 2 --seed 4").at("random").size(), 2U);
  EXPECT_EQ(json_of("star 500", "--random 2 --seed 4"), json_of("star 500", "--random 2 --seed 4"));
  EXPECT_EQ(json_of("cycle 4", "--classes").at("classes").size(), 5U);
  EXPECT_EQ(json_of("cycle 4", "--blocks").at("block_systems"),
            nlohmann::json::parse("[[[0,2],[1,3]]]"));
  EXPECT_EQ(json_of("star 4", "--quotient").at("quotient").at("neighbours").size(), 2U);
  EXPECT_EQ(json_of("complete 2", "--generators --count-from 1").at("generators").at(0), "(1 2)");
  EXPECT_THAT(group_of("cycle 4", "--classes --blocks --quotient --generators").output,
              HasSubstr("character"));
}

TEST(Group, ExportsToOtherSystems) {
  EXPECT_EQ(group_of("complete 2", "--export gap").output, "Group((1,2));\n");
  EXPECT_EQ(group_of("complete 2", "--export sage").output,
            "PermutationGroup([[(0,1)]], domain=range(2))\n");
  EXPECT_EQ(group_of("complete 2", "--export cycles --count-from 1").output, "(1 2)\n");
}

TEST(Group, WithoutBlocksIsNoReasonToStop) {
  const TemporaryDirectory directory;
  const std::string file = directory.write(
      "graphs.g6", run_program("generate path 3").output + run_program("generate cycle 4").output);
  const ProgramOutcome outcome = run_program("group " + file + " --blocks --quotient");
  EXPECT_EQ(outcome.exit_code, 0) << outcome.output;
  EXPECT_THAT(outcome.output, HasSubstr("none, the group is not transitive"));
  EXPECT_THAT(outcome.output, HasSubstr("2 of size 2"));
  EXPECT_EQ(json_of("path 3", "--blocks").at("block_systems"), nullptr);
  EXPECT_EQ(json_of("complete 3", "--blocks").at("block_systems"), nlohmann::json::array());
}

TEST(Group, SaysWhatIsWrong) {
  const ProgramOutcome outside = group_of("cycle 4", "--fix 9");
  EXPECT_EQ(outside.exit_code, 65);
  EXPECT_THAT(outside.output, HasSubstr("<stdin>:1: there is no node 9; the nodes are 0 to 3"));
  EXPECT_EQ(group_of("cycle 4", "--fix 0 --count-from 1").exit_code, 65);
  EXPECT_EQ(group_of("cycle 4", "--fix x").exit_code, 2);
  EXPECT_EQ(group_of("cycle 4", "--count-from 2").exit_code, 2);
  EXPECT_EQ(group_of("cycle 4", "--export maple").exit_code, 2);
  EXPECT_EQ(group_of("cycle 4", "--export gap --json").exit_code, 2);
  const ProgramOutcome cycles = group_of("cycle 4", "--contains '(0 1'");
  EXPECT_EQ(cycles.exit_code, 65);
  EXPECT_THAT(cycles.output, HasSubstr("a cycle does not end"));
  EXPECT_THAT(group_of("star 30", "--classes").output, HasSubstr("classes are found up to"));
}

}  // namespace
}  // namespace isotypic::group_test
