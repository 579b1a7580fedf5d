// convert_smiles: a table of molecules becomes a data set.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

namespace isotypic {

struct SmilesOptions {
  std::string smiles = "smiles";     ///< the column of the SMILES
  std::vector<std::string> targets;  ///< the columns of the targets; empty cells are missing
  std::stop_token stop;              ///< gives up with an Error of kind Cancelled
};

struct SmilesCounts {
  std::int64_t molecules = 0;
  std::int64_t atoms = 0;
  std::int64_t bonds = 0;
};

/// Reads a CSV file with a header, gzipped or not, and writes its molecules into `folder` in OGB's
/// raw layout, which train, predict and data read.
///
/// Throws Error "file:line: reason" for a column that is missing, a SMILES that RDKit does not
/// understand, a molecule without atoms, a target that is no number, and a row of another length
/// than the header. Nothing is left of the folder then.
[[nodiscard]] SmilesCounts convert_smiles(const std::string& path, const std::string& folder,
                                          const SmilesOptions& options = {});

}  // namespace isotypic
