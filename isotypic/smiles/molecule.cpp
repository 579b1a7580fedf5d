// The only file that includes RDKit.
#include "isotypic/smiles/molecule.hpp"

#include <GraphMol/GraphMol.h>
#include <GraphMol/MolOps.h>
#include <GraphMol/SmilesParse/SmilesParse.h>
#include <RDGeneral/RDLog.h>

#include <algorithm>
#include <array>
#include <memory>
#include <string>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

using RDKit::Atom;
using RDKit::Bond;

constexpr const char* where = "parse_smiles";

// The values of the features that are no numbers, in the order of OGB. What is not among them has
// the place behind the last.
constexpr std::array chiralities = {Atom::CHI_UNSPECIFIED, Atom::CHI_TETRAHEDRAL_CW,
                                    Atom::CHI_TETRAHEDRAL_CCW, Atom::CHI_OTHER};
constexpr std::array hybridisations = {Atom::SP, Atom::SP2, Atom::SP3, Atom::SP3D, Atom::SP3D2};
constexpr std::array bond_types = {Bond::SINGLE, Bond::DOUBLE, Bond::TRIPLE, Bond::AROMATIC};
constexpr std::array bond_stereos = {Bond::STEREONONE, Bond::STEREOZ,     Bond::STEREOE,
                                     Bond::STEREOCIS,  Bond::STEREOTRANS, Bond::STEREOANY};

template <typename Value, std::size_t size>
std::int32_t place(const std::array<Value, size>& values, Value value) {
  return static_cast<std::int32_t>(std::ranges::find(values, value) - values.begin());
}

/// The place of a number among lowest .. highest.
std::int32_t place(std::int32_t lowest, std::int32_t highest, std::int32_t value) {
  return value < lowest || value > highest ? highest - lowest + 1 : value - lowest;
}

std::array<std::int32_t, 9> atom_row(const Atom& atom, const RDKit::RingInfo& rings) {
  return {place(1, 118, atom.getAtomicNum()),
          place(chiralities, atom.getChiralTag()),
          place(0, 10, static_cast<std::int32_t>(atom.getTotalDegree())),
          place(-5, 5, atom.getFormalCharge()),
          place(0, 8, static_cast<std::int32_t>(atom.getTotalNumHs())),
          place(0, 4, static_cast<std::int32_t>(atom.getNumRadicalElectrons())),
          place(hybridisations, atom.getHybridization()),
          atom.getIsAromatic() ? 1 : 0,
          rings.numAtomRings(atom.getIdx()) > 0 ? 1 : 0};
}

std::array<std::int32_t, 3> bond_row(const Bond& bond) {
  return {place(bond_types, bond.getBondType()), place(bond_stereos, bond.getStereo()),
          bond.getIsConjugated() ? 1 : 0};
}

using ParsedMolecule = std::unique_ptr<RDKit::RWMol>;

/// Null where RDKit refuses the text, whether it throws or not.
ParsedMolecule try_parse(const std::string& text, bool sanitise) {
  RDKit::SmilesParserParams params;
  params.sanitize = sanitise;
  try {
    return ParsedMolecule(RDKit::SmilesToMol(text, params));
  } catch (const std::exception&) {
    return nullptr;
  }
}

std::string problems_of(const RDKit::RWMol& molecule) {
  std::string problems;
  try {
    for (const auto& problem : RDKit::MolOps::detectChemistryProblems(molecule)) {
      problems += (problems.empty() ? "" : "; ") + std::string(problem->what());
    }
  } catch (const std::exception&) {  // RDKit cannot tell
    problems.clear();
  }
  return problems.empty() ? "RDKit refuses it" : problems;
}

/// RDKit ends a text at a zero byte, and takes minutes for very long ones.
void check_text(const std::string& text) {
  if (std::ssize(text) > max_smiles_bytes) {
    fail(where, "the SMILES has ", text.size(), " characters; at most ", max_smiles_bytes,
         " are read");
  }
  const auto is_control = [](unsigned char c) { return c < 0x20 || c == 0x7f; };
  if (std::ranges::any_of(text, is_control)) fail(where, "the SMILES has a control character");
}

ParsedMolecule parse(const std::string& text) {
  static const bool silent = [] {  // errors are thrown, with their reason
    boost::logging::disable_logs("rdApp.*");
    return true;
  }();
  static_cast<void>(silent);
  if (ParsedMolecule molecule = try_parse(text, true)) return molecule;
  // Why? A molecule that can be read may still be no chemistry.
  const ParsedMolecule raw = try_parse(text, false);
  if (!raw) fail(where, in_quotes(text), " is not a SMILES");
  fail(where, in_quotes(text), " is not a molecule: ", problems_of(*raw));
}

}  // namespace

Molecule parse_smiles(const std::string& text) {
  return translate_exceptions(where, [&] {
    check_text(text);
    const ParsedMolecule parsed = parse(text);
    if (parsed->getNumAtoms() == 0) fail(where, "the molecule has no atoms");
    Molecule molecule;
    molecule.atoms.resize(parsed->getNumAtoms(), 9);
    for (const Atom* atom : parsed->atoms()) {
      std::ranges::copy(atom_row(*atom, *parsed->getRingInfo()),
                        molecule.atoms.row(atom->getIdx()).begin());
    }
    molecule.bond_rows.resize(parsed->getNumBonds(), 3);
    for (const Bond* bond : parsed->bonds()) {
      molecule.bonds.push_back({static_cast<std::int32_t>(bond->getBeginAtomIdx()),
                                static_cast<std::int32_t>(bond->getEndAtomIdx())});
      std::ranges::copy(bond_row(*bond), molecule.bond_rows.row(bond->getIdx()).begin());
    }
    return molecule;
  });
}

}  // namespace isotypic
