// Molecules from SMILES, with the features of atoms and bonds that OGB defines.
//
// Hu et al. 2020, ogb.utils.features. RDKit does the chemistry; it stays in molecule.cpp.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

inline constexpr std::int64_t max_smiles_bytes = 10'000;

struct Molecule {
  /// A row of nine per atom: atomic number, chirality, degree, formal charge, hydrogens, radical
  /// electrons, hybridisation, aromatic, in a ring. All are places in OGB's lists.
  CategoryMatrix atoms;
  std::vector<Edge> bonds;
  CategoryMatrix bond_rows;  ///< type, stereo, conjugated
};

/// Atoms are nodes, bonds are edges; hydrogens are nodes only where the SMILES keeps them. Throws
/// Error with the reason for what RDKit does not understand, for a molecule without atoms, and for
/// a text of more than max_smiles_bytes or with control characters.
[[nodiscard]] Molecule parse_smiles(const std::string& text);

}  // namespace isotypic
