// Typos on the command line lead to what was meant. Those of the commands that load LibTorch are in
// cli/commands/train_test.cpp.

#include <gmock/gmock.h>

#include <cmath>
#include <string>
#include <vector>

#include "tests/cli/shapes.hpp"
#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::suggestions_test {
namespace {

using testing::HasSubstr;

struct Typo {
  std::string words;
  std::string meant;
  int exit_code = 2;
};

void expect_suggestions(const std::vector<Typo>& typos) {
  for (const Typo& typo : typos) {
    const ProgramOutcome outcome = run_program(typo.words);
    EXPECT_EQ(outcome.exit_code, typo.exit_code) << typo.words << '\n' << outcome.output;
    EXPECT_THAT(outcome.output, HasSubstr("did you mean " + typo.meant + "?")) << typo.words;
  }
}

TEST(Suggestions, ForCommands) {
  expect_suggestions({{"inspekt", "inspect"},
                      {"genrate petersen", "generate"},
                      {"compair a b", "compare"},
                      {"lader", "ladder"},
                      {"expain", "explain"},
                      {"trian", "train"},
                      {"trian --data data --dataset mine", "train"},
                      {"pedict", "predict"},
                      {"repoduce", "reproduce"},
                      {"crossvalidate", "cross-validate"},
                      {"raport", "report"},
                      {"dedup", "dedupe"},
                      {"data lsit", "list"},
                      {"data shwo", "show"},
                      {"data chanels", "channels"}});
}

TEST(Suggestions, ForOptions) {
  expect_suggestions({{"generate petersen --sead 3", "--seed"},
                      {"generate petersen --cuont 3", "--count"},
                      {"inspect - --chanels </dev/null", "--channels"},
                      {"inspect - --tabel </dev/null", "--table"},
                      {"embed - --gruoping components </dev/null", "--grouping"},
                      {"embed - --maxblocks 3 </dev/null", "--max-blocks"},
                      {"embed - --rp_dim=3 </dev/null", "--rp-dim"},
                      {"report x.json --sumary", "--summary"},
                      {"data list --dta .", "--data"},
                      {"data show X --without-symetry", "--without-symmetry"},
                      {"draw - --colur channel </dev/null", "--colour"}});
}

TEST(Suggestions, ForNamesOfChoices) {
  expect_suggestions({{"embed - --grouping chanels </dev/null", "channels"},
                      {"embed - --order decending </dev/null", "descending"},
                      {"embed - --variant linaer </dev/null", "linear"},
                      {"group - --export saga </dev/null", "sage"},
                      {"generate cfi complete 4 --variant compct", "compact"}});
}

TEST(Suggestions, ForFamiliesInAnyCase) {
  expect_suggestions({{"generate peterson", "petersen"},
                      {"generate shrikande", "shrikhande"},
                      {"generate hypercub 3", "hypercube"},
                      {"generate random-regulr 8 3", "random-regular"},
                      {"generate line cycel 5", "cycle"}});
  const ProgramOutcome petersen = run_program("Generate PETERSEN");
  EXPECT_EQ(petersen.exit_code, 0);
  EXPECT_EQ(petersen.output, run_program("generate petersen").output);
}

TEST(Suggestions, ForDataSetsInAnyCase) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string data = " --data " + directory.path().string();
  expect_suggestions({{"data show SHAPE" + data, "SHAPES", 65},
                      {"data show shaeps" + data, "SHAPES", 65},
                      {"data channels SHAPPES" + data, "SHAPES", 65}});
  const ProgramOutcome shown = run_program("data show shapes --json" + data);
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_EQ(shown.output, run_program("data show SHAPES --json" + data).output);
  EXPECT_THAT(run_program("data list --csv" + data).output, HasSubstr("\nSHAPES,yes,"));
}

TEST(Suggestions, AreNotMadeWhereNothingIsNear) {
  for (const char* words : {"nonsense", "generate qwertyuiop", "inspect - --qwertyuiop"}) {
    const ProgramOutcome outcome = run_program(words);
    EXPECT_EQ(outcome.exit_code, 2) << outcome.output;
    EXPECT_THAT(outcome.output, testing::Not(HasSubstr("did you mean"))) << words;
  }
}

TEST(DataFolder, ThatIsMissingIsCalledMissing) {
  for (const char* words : {"data list", "data list --json", "data show X", "data channels X"}) {
    const ProgramOutcome outcome = run_program(std::string(words) + " --data /no/such/folder");
    EXPECT_EQ(outcome.exit_code, 65) << words;
    EXPECT_THAT(outcome.output, HasSubstr("there is no folder /no/such/folder"));
  }
}

TEST(DataShow, HasTheSymmetryAndTheRetainedEnergy) {
  const TemporaryDirectory directory;
  write_cycles_and_paths(directory);
  const std::string words = "data show SHAPES --json --data " + directory.path().string();
  const nlohmann::json shown = parse_lines(run_program(words).output).at(0);
  EXPECT_EQ(shown.at("graphs without symmetry, share"), 0.0);
  // Cycles and paths with 3 to 12 nodes, equally many of each: |Aut| is 2n and 2.
  double orbits = 0, order = 0;
  for (int n = 3; n <= 12; ++n) {
    orbits += (1 + (n + 1) / 2) / 20.0;
    order += (std::log(2.0 * n) + std::log(2.0)) / 20.0;
  }
  EXPECT_NEAR(shown.at("orbits of nodes per graph, mean"), orbits, 1e-9);
  EXPECT_NEAR(shown.at("log |Aut|, mean"), order, 1e-9);
  for (const char* blocks : {"channels", "components"}) {
    const double energy = shown.at("energy in 8 " + std::string(blocks) + ", median");
    EXPECT_GT(energy, 0.0);
    EXPECT_LE(energy, 1.0 + 1e-12);
  }
  EXPECT_FALSE(parse_lines(run_program(words + " --without-symmetry").output)
                   .at(0)
                   .contains("log |Aut|, mean"));
}

}  // namespace
}  // namespace isotypic::suggestions_test
