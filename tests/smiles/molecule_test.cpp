#include "isotypic/smiles/molecule.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/support/error_text.hpp"
#include "tests/support/source_directory.hpp"

namespace isotypic::molecule_test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

json rows_of(const CategoryMatrix& matrix) {
  json rows = json::array();
  for (std::int64_t row = 0; row < matrix.rows(); ++row) {
    json& own = rows.emplace_back(json::array());
    for (std::int64_t c = 0; c < matrix.cols(); ++c) own.push_back(matrix(row, c));
  }
  return rows;
}

TEST(Molecule, HasTheFeaturesThatPythonGives) {
  std::ifstream file(test::source_directory() + "/tests/smiles/fixtures/molecules.json");
  const json fixture = json::parse(file);
  ASSERT_EQ(fixture["molecules"].size(), 42U);
  for (const json& expected : fixture["molecules"]) {
    const std::string text = expected["smiles"];
    SCOPED_TRACE(text);
    const Molecule molecule = parse_smiles(text);
    EXPECT_EQ(rows_of(molecule.atoms), expected["atoms"]);
    EXPECT_EQ(rows_of(molecule.bond_rows), expected["bond_rows"]);
    json bonds = json::array();
    for (const auto& [u, v] : molecule.bonds) bonds.push_back({u, v});
    EXPECT_EQ(bonds, expected["bonds"]);
  }
}

TEST(Molecule, OfABadSmilesSaysWhy) {
  EXPECT_THAT(error_text([] { (void)parse_smiles("C1CC"); }), HasSubstr("is not a SMILES"));
  EXPECT_THAT(error_text([] { (void)parse_smiles("C(C)(C)(C)(C)C"); }),
              HasSubstr("is not a molecule: Explicit valence"));
  EXPECT_THAT(error_text([] { (void)parse_smiles("c1cccc1"); }), HasSubstr("Can't kekulize"));
  EXPECT_THAT(error_text([] { (void)parse_smiles("[N-6]"); }), HasSubstr("is not a molecule: "));
  EXPECT_THAT(error_text([] { (void)parse_smiles(""); }), HasSubstr("has no atoms"));
  EXPECT_THAT(error_text([] { (void)parse_smiles(std::string("CC\0O", 4)); }),
              HasSubstr("control character"));
  EXPECT_THAT(error_text([] { (void)parse_smiles(std::string(10'001, 'C')); }),
              HasSubstr("10001 characters; at most 10000 are read"));
}

}  // namespace
}  // namespace isotypic::molecule_test
