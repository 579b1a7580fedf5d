// What `isotypic inspect` says about one graph, as JSON, CSV and text.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/streams/graph_stream.hpp"
#include "cli/views/channels_view.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/local_decomposition.hpp"
#include "isotypic/symmetry/invariants.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

struct InspectOptions {
  SymmetryOptions symmetry;
  bool generators = false;
  bool channels = false;
  bool canonical = false;  ///< text shows the canonical form, not only its hash
  bool table = false;      ///< text has one line per graph
  /// Larger graphs get no count of orbitals, no 2-WL and no canonical graph6: all of them take n^2.
  std::int64_t dense_limit = default_dense_limit;
};

/// Everything known about one graph; what is left out for its size is unset.
struct Inspection {
  std::string source;  ///< "file:line"
  Invariants invariants;
  Simplification dropped;
  Symmetry symmetry;
  std::optional<std::string> canonical;      ///< graph6
  std::optional<SpectralChannels> channels;  ///< when asked for
  /// In place of the channels where they are too large or the motifs say it all.
  std::shared_ptr<const LocalDecomposition> local;
};

/// Throws Error if channels are asked for and a core is too large to be decomposed.
[[nodiscard]] Inspection inspect_graph(const StreamedGraph& item, const InspectOptions& options,
                                       ChannelCache& cache);

/// One object, as documented in docs/reference/command-line.md.
[[nodiscard]] nlohmann::ordered_json to_json(const Inspection& inspection, bool generators);

[[nodiscard]] std::string csv_header(bool channels);
[[nodiscard]] std::string to_csv(const Inspection& inspection);

/// Some lines of at most `width` columns, however large the graph; only a canonical form that was
/// asked for may be longer, because people copy it.
[[nodiscard]] std::string to_text(const Inspection& inspection, const InspectOptions& options,
                                  std::int64_t width);

/// One line per graph, under a header.
[[nodiscard]] std::string table_header(std::int64_t width);
[[nodiscard]] std::string table_line(const Inspection& inspection, std::int64_t width);

}  // namespace isotypic::cli
