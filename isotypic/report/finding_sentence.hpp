// The names of figures, experiments and readouts in plain words.
#pragma once

#include <string>
#include <vector>

#include "isotypic/report/finding.hpp"

namespace isotypic::report {

/// "GIN/isotypic/separated" -> "GIN", "isotypic", "separated".
[[nodiscard]] std::vector<std::string> parts_of(const std::string& name);

[[nodiscard]] bool names_isotypic_readout(const std::string& part);

/// Whether figures of this last part count pairs of graphs: "separated", "told apart".
[[nodiscard]] bool counts_pairs(const std::string& quantity);

/// The number as a page shows it large: "34 of 36".
[[nodiscard]] std::string key_text(const Finding& finding);

/// A sentence about the figure. Names that are not known become "a, b: c 3."
[[nodiscard]] std::string finding_sentence(const Finding& finding);

/// "separation-quick" -> "Separation (quick run)". Names with blanks, which people chose, stay.
[[nodiscard]] std::string experiment_title(const std::string& name);

}  // namespace isotypic::report
