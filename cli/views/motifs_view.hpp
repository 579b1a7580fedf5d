// Decompositions by motifs as JSON, CSV and text.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "cli/views/labelled_lines.hpp"
#include "isotypic/channels/local_decomposition.hpp"

namespace isotypic::cli {

/// "3 basic, 1 nested and 0 with a core; 20 nodes move; the largest core has 7 nodes".
[[nodiscard]] std::string motifs_text(const MotifSummary& summary);

[[nodiscard]] nlohmann::ordered_json motifs_json(const MotifSummary& summary);

/// An object with `components`, `motifs` and `certificate`, as documented in
/// docs/reference/command-line.md.
[[nodiscard]] nlohmann::ordered_json local_json(const LocalDecomposition& decomposition);

/// The same for reading; equal components make one line.
void add_local(LabelledLines& lines, const LocalDecomposition& decomposition);

/// The cells of channels_csv: here every block is a component.
[[nodiscard]] std::string local_csv(const LocalDecomposition& decomposition);

}  // namespace isotypic::cli
