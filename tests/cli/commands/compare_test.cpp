// isotypic compare.

#include <gmock/gmock.h>

#include <string>

#include "isotypic/io/reader.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::compare_test {
namespace {

using ::testing::HasSubstr;

/// Generates two graphs into files and compares them.
ProgramOutcome compare(const std::string& a, const std::string& b, const std::string& options) {
  const TemporaryDirectory directory;
  const std::string left = directory.write("a.g6", run_program("generate " + a).output);
  const std::string right = directory.write("b.g6", run_program("generate " + b).output);
  return run_program("compare " + left + " " + right + " " + options);
}

TEST(Compare, RelabelledCopiesAreNotToldApart) {
  const ProgramOutcome outcome = compare("torus 4 5", "torus 4 5 --relabel 3", "--json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("same"), true);
  EXPECT_EQ(json.at("cosine"), 1.0);
  EXPECT_TRUE(json.at("first_different").is_null());
}

TEST(Compare, NamesTheFirstBlockThatTellsGraphsApart) {
  const ProgramOutcome outcome = compare("path 6", "cycle 6", "--json --max-blocks 0");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("same"), false);
  const auto first = json.at("first_different").get<std::size_t>();
  for (std::size_t i = 0; i < first; ++i) EXPECT_EQ(json.at("blocks").at(i).at("same"), true);
  EXPECT_EQ(json.at("blocks").at(first).at("same"), false);
  EXPECT_GT(json.at("largest_difference").get<double>(), 0.0);
}

TEST(Compare, SaysIsomorphicOrTheFirstRungThatTellsGraphsApart) {
  const ProgramOutcome copies = compare("torus 4 5", "torus 4 5 --relabel 3", "");
  EXPECT_THAT(copies.output, ::testing::StartsWith("isomorphic\n"));
  const ProgramOutcome text = compare("rook 4 4", "shrikhande", "");
  EXPECT_THAT(text.output, ::testing::StartsWith("not isomorphic\n"));
  EXPECT_THAT(text.output, HasSubstr("aut_order 1152 against 192"));
  EXPECT_THAT(text.output, HasSubstr("first told apart by rung components: "));
  const ProgramOutcome outcome = compare("rook 4 4", "shrikhande", "--json --max-rung 1-wl");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("isomorphic"), false);
  EXPECT_TRUE(json.at("first_rung").is_null());
}

TEST(Compare, TheMappingTakesEdgesToEdges) {
  const TemporaryDirectory directory;
  const std::string left = directory.write("a.g6", run_program("generate shrikhande").output);
  const std::string right =
      directory.write("b.g6", run_program("generate shrikhande --relabel 5").output);
  const ProgramOutcome outcome = run_program("compare --mapping --json " + left + " " + right);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto mapping =
      nlohmann::json::parse(outcome.output).at("mapping").get<std::vector<std::int32_t>>();
  EXPECT_EQ(relabel(GraphReader(left).next()->graph, mapping), GraphReader(right).next()->graph);
  EXPECT_THAT(run_program("compare --mapping " + left + " " + right).output,
              HasSubstr("mapping     0->" + std::to_string(mapping[0]) + " 1->"));
  const auto apart = nlohmann::json::parse(compare("path 3", "cycle 3", "--mapping --json").output);
  EXPECT_TRUE(apart.at("mapping").is_null());
  EXPECT_EQ(apart.at("different_invariants").at("m"), nlohmann::json::parse("[2,3]"));
}

TEST(Compare, CsvHasOneRowPerBlockAfterTheWhole) {
  const ProgramOutcome outcome = compare("petersen", "petersen", "--csv --max-blocks 8000");
  EXPECT_EQ(outcome.output,
            "block,dim_a,dim_b,cosine,largest_difference,same\n"
            "all,10,10,1,0,true\n0,5,5,1,0,true\n1,4,4,1,0,true\n2,1,1,1,0,true\n");
}

TEST(Compare, GraphsOfDifferentSizesAreCompared) {
  const ProgramOutcome outcome = compare("cycle 6", "cycle 9", "");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_THAT(outcome.output, HasSubstr("told apart by block"));
}

TEST(Compare, FilesWithoutGraphsExitWith65) {
  const TemporaryDirectory directory;
  const std::string empty = directory.write("empty", "");
  const ProgramOutcome outcome = run_program("compare " + empty + " " + empty);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr(empty + ": there is no graph in it"));
}

}  // namespace
}  // namespace isotypic::compare_test
