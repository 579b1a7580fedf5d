#include "cli/support/inspection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iomanip>
#include <sstream>

#include "cli/support/channels_view.hpp"
#include "cli/support/rows.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/symmetry/orbitals.hpp"
#include "isotypic/symmetry/refinement.hpp"
#include "isotypic/symmetry/weisfeiler_leman.hpp"

namespace isotypic::cli {
namespace {

/// 2-WL costs up to this many steps a round before it is left out.
constexpr std::int64_t wl2_work_limit = 5'000'000;

void fill_degrees(Inspection& inspection, const Graph& graph) {
  if (graph.num_nodes() == 0) return;
  inspection.min_degree = graph.degree(0);
  for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
    inspection.min_degree = std::min(inspection.min_degree, graph.degree(v));
    inspection.max_degree = std::max(inspection.max_degree, graph.degree(v));
  }
  inspection.mean_degree =
      2.0 * static_cast<double>(graph.num_edges()) / static_cast<double>(graph.num_nodes());
}

/// Orders of more than 12 digits as "1.55e+25".
std::string short_order(const std::string& order) {
  if (order.size() <= 12) return order;
  return order.substr(0, 1) + "." + order.substr(1, 2) + "e+" + std::to_string(order.size() - 1);
}

std::string degree_text(const Inspection& inspection) {
  std::ostringstream text;
  if (inspection.min_degree == inspection.max_degree) {
    text << inspection.min_degree << "-regular";
  } else {
    text << inspection.min_degree << ".." << inspection.max_degree << " (" << std::setprecision(3)
         << inspection.mean_degree << ")";
  }
  return text.str();
}

const char* yes_no(std::optional<bool> value) {
  if (!value) return "-";
  return *value ? "yes" : "no";
}

template <typename Value>
std::string text_or(const std::optional<Value>& value, const char* otherwise) {
  std::ostringstream text;
  if (value) {
    text << *value;
  } else {
    text << otherwise;
  }
  return text.str();
}

}  // namespace

Inspection inspect_graph(const StreamedGraph& item, const InspectOptions& options,
                         ChannelCache& cache) {
  const Graph& graph = item.graph;
  Inspection inspection;
  inspection.source = item.source;
  inspection.num_nodes = graph.num_nodes();
  inspection.num_edges = graph.num_edges();
  inspection.dropped = item.dropped;
  fill_degrees(inspection, graph);
  if (options.channels && graph.num_nodes() > max_decompose_nodes) {
    fail("inspect", "the graph has ", graph.num_nodes(), " nodes; --channels takes up to ",
         max_decompose_nodes);
  }
  inspection.symmetry = compute_symmetry(graph, options.symmetry);
  const Symmetry& symmetry = inspection.symmetry;
  // The canonical form has just the colours that were asked to count.
  const Graph& canonical = symmetry.canonical;
  inspection.wl1_finds_orbits =
      EquitablePartition(canonical, canonical.node_colours()).num_cells() == symmetry.num_orbits;
  if (graph.num_nodes() > options.dense_limit) {
    if (options.channels) inspection.channels = cache.decompose(symmetry);
    return inspection;
  }
  const Orbitals orbitals = canonical_orbitals(symmetry);
  if (options.channels) inspection.channels = cache.decompose(symmetry, orbitals);
  inspection.num_orbitals = orbitals.count;
  if (orbitals.count * graph.num_nodes() <= wl2_work_limit) {
    inspection.wl2_finds_orbitals = coherent_partition(canonical, orbitals).count == orbitals.count;
  }
  inspection.canonical = format_graph6(canonical);
  return inspection;
}

nlohmann::ordered_json to_json(const Inspection& inspection, bool generators) {
  const Symmetry& symmetry = inspection.symmetry;
  nlohmann::ordered_json json;
  json["source"] = inspection.source;
  json["n"] = inspection.num_nodes;
  json["m"] = inspection.num_edges;
  json["degrees"] = {{"min", inspection.min_degree},
                     {"max", inspection.max_degree},
                     {"mean", inspection.mean_degree}};
  json["aut_order"] = symmetry.order;
  json["num_generators"] = symmetry.generators.size();
  if (generators) {
    auto& list = json["generators"] = nlohmann::ordered_json::array();
    for (const SparsePermutation& g : symmetry.generators) list.push_back(cycle_notation(g));
  }
  json["num_orbits"] = symmetry.num_orbits;
  json["orbits"] = orbit_lists(symmetry);
  json["num_orbitals"] = nullptr;
  if (inspection.num_orbitals) json["num_orbitals"] = *inspection.num_orbitals;
  json["wl1_finds_orbits"] = inspection.wl1_finds_orbits;
  json["wl2_finds_orbitals"] = nullptr;
  if (inspection.wl2_finds_orbitals) json["wl2_finds_orbitals"] = *inspection.wl2_finds_orbitals;
  json["canonical"] = nullptr;
  if (inspection.canonical) json["canonical"] = *inspection.canonical;
  json["hash"] = to_string(symmetry.hash);
  json["engine"] = engine_name(symmetry.engine);
  if (inspection.channels) json.update(channels_json(*inspection.channels));
  if (inspection.dropped.total() > 0) {
    json["dropped"] = {{"self_loops", inspection.dropped.self_loops},
                       {"duplicate_edges", inspection.dropped.duplicate_edges},
                       {"bad_indices", inspection.dropped.bad_indices}};
  }
  return json;
}

std::string csv_header(bool channels) {
  return std::string(
             "source,n,m,min_degree,max_degree,mean_degree,aut_order,num_generators,num_orbits,"
             "num_orbitals,wl1_finds_orbits,wl2_finds_orbitals,canonical,hash") +
         (channels ? std::string(",") + channels_csv_header : "");
}

std::string to_csv(const Inspection& inspection) {
  const Symmetry& symmetry = inspection.symmetry;
  return csv_cells(inspection.source, inspection.num_nodes, inspection.num_edges,
                   inspection.min_degree, inspection.max_degree, inspection.mean_degree,
                   symmetry.order, symmetry.generators.size(), symmetry.num_orbits,
                   inspection.num_orbitals, inspection.wl1_finds_orbits,
                   inspection.wl2_finds_orbitals, inspection.canonical, to_string(symmetry.hash)) +
         (inspection.channels ? ',' + channels_csv(*inspection.channels) : "");
}

namespace {

std::string table_line(const std::vector<std::string>& cells) {
  constexpr std::array<int, 10> widths = {22, 7, 8, 14, 13, 7, 9, 5, 5, 0};
  std::ostringstream line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const bool text = i == 0 || i == 3 || i >= 7;
    line << (i == 0 ? "" : "  ") << (text ? std::left : std::right) << std::setw(widths[i])
         << cells[i];
  }
  return line.str();
}

}  // namespace

std::string table_header() {
  return table_line({"graph", "n", "m", "degrees", "|Aut|", "orbits", "orbitals", "1-WL", "2-WL",
                     "canonical form"});
}

std::string to_table(const Inspection& inspection, bool generators) {
  const Symmetry& symmetry = inspection.symmetry;
  std::string text = table_line(
      {inspection.source, std::to_string(inspection.num_nodes),
       std::to_string(inspection.num_edges), degree_text(inspection), short_order(symmetry.order),
       std::to_string(symmetry.num_orbits), text_or(inspection.num_orbitals, "-"),
       yes_no(inspection.wl1_finds_orbits), yes_no(inspection.wl2_finds_orbitals),
       inspection.canonical ? *inspection.canonical : "hash " + to_string(symmetry.hash)});
  if (generators) {
    for (const SparsePermutation& g : symmetry.generators) text += "\n    " + cycle_notation(g);
  }
  if (inspection.channels) text += '\n' + channels_text(*inspection.channels);
  return text;
}

}  // namespace isotypic::cli
