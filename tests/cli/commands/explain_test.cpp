// isotypic explain.

#include <gmock/gmock.h>

#include <algorithm>
#include <string>

#include "isotypic/io/npy.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::explain_test {
namespace {

using ::testing::HasSubstr;

TEST(Explain, SplitsTheEnergyOfAnEmbedding) {
  const TemporaryDirectory directory;
  const std::string graph = directory.write("g.g6", "Bw\n");  // the triangle
  const std::string file = directory.file("x.npy");
  write_npy<double>(file, {.values = {3, 0, 0}, .shape = {3, 1}});
  const ProgramOutcome outcome = run_program("explain --json " + graph + " --features " + file);
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  const auto json = nlohmann::json::parse(outcome.output);
  EXPECT_EQ(json.at("source"), graph + ":1");
  EXPECT_NEAR(json.at("total").get<double>(), 9.0, 1e-12);
  EXPECT_NEAR(json.at("kept_by_pooling").get<double>(), 3.0, 1e-12);
  EXPECT_NEAR(json.at("visible_to_linear_readouts").get<double>(), 3.0, 1e-12);
  EXPECT_NEAR(json.at("destroyed_by_pooling").get<double>(), 6.0, 1e-12);
  ASSERT_EQ(json.at("components").size(), 2U);
  for (const auto& component : json.at("components")) {
    const double share = component.at("trivial").get<bool>() ? 1.0 / 3.0 : 2.0 / 3.0;
    EXPECT_NEAR(component.at("fraction").get<double>(), share, 1e-12);
  }
}

TEST(Explain, NothingIsVisibleBeyondTheTotalAndZeroIsZero) {
  const ProgramOutcome outcome =
      run_program("generate random-regular 20 3 --count 20 | " ISOTYPIC_PROGRAM
                  " explain - --features constant --json");
  ASSERT_EQ(outcome.exit_code, 0) << outcome.output;
  for (const auto& json : parse_lines(outcome.output)) {
    EXPECT_EQ(json.at("total"), 20.0);
    EXPECT_GE(json.at("destroyed_by_pooling").get<double>(), 0.0);
    EXPECT_EQ(json.at("destroyed_by_linear_readouts"), 0.0);
    for (const auto& component : json.at("components")) {
      EXPECT_TRUE(component.at("trivial").get<bool>() || component.at("energy") == 0.0);
    }
  }
}

TEST(Explain, CsvHasOneRowPerComponent) {
  const ProgramOutcome outcome =
      run_program("generate cycle 6 | " ISOTYPIC_PROGRAM " explain - --features degree --csv");
  EXPECT_EQ(outcome.exit_code, 0);
  EXPECT_EQ(std::count(outcome.output.begin(), outcome.output.end(), '\n'), 5);
  EXPECT_THAT(outcome.output, ::testing::StartsWith("source,total,kept_by_pooling,"));
}

TEST(Explain, DecomposesLargeGraphsByMotifs) {
  const ProgramOutcome json =
      run_program("generate star 20000 | " ISOTYPIC_PROGRAM " explain - --features degree --json");
  ASSERT_EQ(json.exit_code, 0) << json.output;
  const auto object = nlohmann::json::parse(json.output);
  EXPECT_EQ(object.at("destroyed_by_linear_readouts"), 0.0);
  EXPECT_EQ(object.at("motifs").at("moved_nodes"), 20000);
  const ProgramOutcome text =
      run_program("generate star 20000 | " ISOTYPIC_PROGRAM " explain - --features degree");
  EXPECT_THAT(text.output, HasSubstr("by motifs: 1 basic"));
}

TEST(Explain, NamesTheMotifThatIsTooLarge) {
  const ProgramOutcome outcome =
      run_program("generate cycle 9000 | " ISOTYPIC_PROGRAM " explain - --features degree");
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr("the motif of node "));
  EXPECT_THAT(outcome.output, HasSubstr("a core of 9000 nodes"));
}

TEST(Explain, TheTimeLimitHoldsForCoresToo) {
  const ProgramOutcome outcome = run_program("generate cycle 6000 | " ISOTYPIC_PROGRAM
                                             " explain - --features degree --time-limit 0.3");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("the time limit has passed"));
}

TEST(Explain, EnergyBeyondDoubleIsAnError) {
  const TemporaryDirectory directory;
  const std::string graph = directory.write("g.g6", "Bw\n");
  const std::string file = directory.file("x.npy");
  write_npy<double>(file, {.values = {1e200, 0, 0}, .shape = {3, 1}});
  const ProgramOutcome outcome = run_program("explain --json " + graph + " --features " + file);
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr(graph + ":1: the embeddings are too large"));
}

}  // namespace
}  // namespace isotypic::explain_test
