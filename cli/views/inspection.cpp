#include "cli/views/inspection.hpp"

#include "cli/views/motifs_view.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic::cli {
namespace {

/// A cell of CSV for a value of the list of invariants: text without quotes, nothing for null.
std::string csv_value(const Json& value) {
  if (value.is_null()) return "";
  if (value.is_string()) return csv_cell(value.get<std::string>());
  return value.is_number_float() ? csv_cell(value.get<double>()) : value.dump();
}

/// Whether to show components by motifs: always where channels are out of reach, otherwise where
/// the motifs leave at most a quarter of the graph to an eigensolver.
bool motifs_suffice(const Symmetry& symmetry) {
  if (symmetry.num_nodes > max_decompose_nodes) return true;
  if (symmetry.num_nodes < least_local_nodes || 4 * symmetry.num_orbits > symmetry.num_nodes) {
    return false;
  }
  return 4 * summarise(find_motifs(symmetry)).largest_core <= symmetry.num_nodes;
}

}  // namespace

Inspection inspect_graph(const StreamedGraph& item, const InspectOptions& options,
                         ChannelCache& cache) {
  const Graph& graph = item.graph;
  Inspection inspection;
  inspection.source = item.source;
  inspection.dropped = item.dropped;
  const WorkLimits limits = limits_from_now(options.symmetry.time_limit, options.symmetry.stop);
  SymmetryOptions wanted = options.symmetry;
  wanted.canonical_form = !options.table;  // a table shows neither the form nor its hash
  inspection.symmetry = compute_symmetry(graph, wanted);
  const Symmetry& symmetry = inspection.symmetry;
  std::optional<Orbitals> orbitals;
  if (graph.num_nodes() <= options.dense_limit) {
    orbitals = canonical_orbitals(symmetry);
    if (symmetry.is_canonical) inspection.canonical = format_graph6(symmetry.canonical);
  }
  inspection.invariants = compute_invariants(graph, symmetry, orbitals);
  if (options.channels && motifs_suffice(symmetry)) {
    inspection.local = decompose_locally(symmetry, {}, &cache, limits).canonical;
  } else if (options.channels) {
    const Channels channels =
        orbitals ? cache.decompose(symmetry, *orbitals) : cache.decompose(symmetry);
    inspection.channels = SpectralChannels{channels, component_spectra(channels, graph)};
  }
  return inspection;
}

nlohmann::ordered_json to_json(const Inspection& inspection, bool generators) {
  const Symmetry& symmetry = inspection.symmetry;
  nlohmann::ordered_json json = {{"source", inspection.source}};
  json.update(to_json(inspection.invariants));
  json["num_generators"] = symmetry.generators.size();
  if (generators) {
    auto& list = json["generators"] = nlohmann::ordered_json::array();
    for (const SparsePermutation& g : symmetry.generators) list.push_back(cycle_notation(g));
  }
  json["orbits"] = orbit_lists(symmetry);
  json["canonical"] = nullptr;
  if (inspection.canonical) json["canonical"] = *inspection.canonical;
  json["hash"] = to_string(symmetry.hash);
  json["engine"] = engine_name(symmetry.engine);
  if (inspection.channels) json.update(channels_json(*inspection.channels));
  if (inspection.local) json.update(local_json(*inspection.local));
  if (inspection.dropped.total() > 0) {
    json["dropped"] = {{"self_loops", inspection.dropped.self_loops},
                       {"duplicate_edges", inspection.dropped.duplicate_edges},
                       {"bad_indices", inspection.dropped.bad_indices}};
  }
  return json;
}

std::string csv_header(bool channels) {
  std::string header = "source";
  for (const InvariantField& field : invariant_fields()) header += ',' + field.name;
  header += ",num_generators,canonical,hash";
  return channels ? header + ',' + channels_csv_header : header;
}

std::string to_csv(const Inspection& inspection) {
  const Symmetry& symmetry = inspection.symmetry;
  std::string row = csv_cell(inspection.source);
  for (const InvariantField& field : invariant_fields()) {
    row += ',' + csv_value(field.get(inspection.invariants));
  }
  row +=
      ',' + csv_cells(symmetry.generators.size(), inspection.canonical, to_string(symmetry.hash));
  if (inspection.local) return row + ',' + local_csv(*inspection.local);
  return inspection.channels ? row + ',' + channels_csv(*inspection.channels) : row;
}

}  // namespace isotypic::cli
