#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/program.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::smiles_test {
namespace {

using ::testing::HasSubstr;

TEST(SmilesCommand, ExplainsABuildWithoutRdkit) {
  const TemporaryDirectory directory;
  const std::string alone = directory.file("isotypic");
  const ProgramOutcome outcome = run_program("--version >/dev/null; cp " ISOTYPIC_PROGRAM " " +
                                             alone + "; " + alone + " data smiles a.csv -o own");
  EXPECT_EQ(outcome.exit_code, 1);
  EXPECT_THAT(outcome.output, HasSubstr("isotypic-smiles"));
  EXPECT_THAT(outcome.output, HasSubstr("this build has no RDKit; install librdkit-dev"));
}

#ifndef ISOTYPIC_WITHOUT_RDKIT

TEST(SmilesCommand, MakesADataSet) {
  const TemporaryDirectory directory;
  const std::string table = directory.write("a.csv", "smiles,y\nCCO,1\nc1ccccc1,0\n");
  const ProgramOutcome made =
      run_program("data smiles " + table + " --target y --output " + directory.file("own"));
  EXPECT_EQ(made.exit_code, 0) << made.output;
  EXPECT_THAT(made.output, HasSubstr("2 molecules with 9 atoms and 8 bonds"));
  const ProgramOutcome shown =
      run_program("data show own --json --data " + directory.path().string());
  EXPECT_EQ(shown.exit_code, 0) << shown.output;
  EXPECT_THAT(shown.output, HasSubstr("\"graphs\":2"));
  const ProgramOutcome again =
      run_program("data smiles " + table + " --output " + directory.file("own"));
  EXPECT_EQ(again.exit_code, 65);
  EXPECT_THAT(again.output, HasSubstr("is not empty"));
}

TEST(SmilesCommand, NamesFileAndLineOfABadSmiles) {
  const TemporaryDirectory directory;
  const std::string table = directory.write("a.csv", "smiles\nCC\nC1CC\n");
  const ProgramOutcome outcome =
      run_program("data smiles " + table + " --output " + directory.file("own"));
  EXPECT_EQ(outcome.exit_code, 65);
  EXPECT_THAT(outcome.output, HasSubstr(table + ":3: 'C1CC' is not a SMILES"));
  EXPECT_EQ(directory.num_files(), 1U);
}

TEST(SmilesCommand, AsksForWhatIsMissing) {
  const TemporaryDirectory directory;
  EXPECT_EQ(run_program("data smiles a.csv").exit_code, 2);
  EXPECT_EQ(run_program("data smiles --help").exit_code, 0);
  EXPECT_EQ(run_program("data smiles /nonexistent.csv -o " + directory.file("own")).exit_code, 65);
}

#endif

}  // namespace
}  // namespace isotypic::smiles_test
