// What `isotypic inspect` says about one graph, and its three renderings.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

#include "cli/support/graph_stream.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

struct InspectOptions {
  SymmetryOptions symmetry;
  bool generators = false;
  bool channels = false;
  /// Larger graphs get no count of orbitals, no 2-WL and no canonical graph6: all of them take n^2.
  std::int64_t dense_limit = 4000;
};

/// Everything known about one graph; what is left out for its size is unset.
struct Inspection {
  std::string source;  ///< "file:line"
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  std::int64_t min_degree = 0;
  std::int64_t max_degree = 0;
  double mean_degree = 0.0;
  Simplification dropped;
  Symmetry symmetry;
  bool wl1_finds_orbits = false;
  std::optional<std::int64_t> num_orbitals;
  std::optional<bool> wl2_finds_orbitals;
  std::optional<std::string> canonical;  ///< graph6
  std::optional<Channels> channels;      ///< when asked for
};

/// Throws Error if channels are asked for of a graph above max_decompose_nodes.
[[nodiscard]] Inspection inspect_graph(const StreamedGraph& item, const InspectOptions& options,
                                       ChannelCache& cache);

/// One object, as documented in docs/reference/command-line.md.
[[nodiscard]] nlohmann::ordered_json to_json(const Inspection& inspection, bool generators);

[[nodiscard]] std::string csv_header(bool channels);
[[nodiscard]] std::string to_csv(const Inspection& inspection);

[[nodiscard]] std::string table_header();
/// A line of the table and, on request, the generators in cycle notation below it.
[[nodiscard]] std::string to_table(const Inspection& inspection, bool generators);

}  // namespace isotypic::cli
