// What `isotypic inspect` shows people: some lines per graph, or one.

#include <algorithm>
#include <array>

#include "cli/views/inspection.hpp"
#include "cli/views/labelled_lines.hpp"
#include "cli/views/motifs_view.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

/// Longer lists are cut; JSON has them whole.
constexpr std::int64_t most_orbit_lines = 4;
constexpr std::int64_t most_generator_lines = 100;

/// Orders of more than nine digits as "1.55e+25".
std::string short_order(const std::string& order) {
  if (order.size() <= 9) return order;
  return order.substr(0, 1) + "." + order.substr(1, 2) + "e+" + std::to_string(order.size() - 1);
}

std::string count_of(std::int64_t count, const std::string& one, const std::string& many) {
  return std::to_string(count) + ' ' + (count == 1 ? one : many);
}

std::string joined(const std::vector<std::string>& parts) {
  std::string text;
  for (const std::string& part : parts) text += (text.empty() ? "" : ", ") + part;
  return text;
}

std::string shape_text(const Invariants& it) {
  std::vector<std::string> parts = {count_of(it.num_nodes, "node", "nodes"),
                                    count_of(it.num_edges, "edge", "edges")};
  if (it.num_nodes > 0) {
    parts.push_back(it.regular() ? std::to_string(it.max_degree) + "-regular"
                                 : "degrees " + std::to_string(it.min_degree) + " to " +
                                       std::to_string(it.max_degree));
    parts.push_back(it.num_components == 1
                        ? "connected"
                        : std::to_string(it.num_components) + " connected components");
  }
  if (it.bipartite && it.num_edges > 0) parts.emplace_back("bipartite");
  if (it.num_triangles.value_or(0) > 0) {
    parts.push_back(count_of(*it.num_triangles, "triangle", "triangles"));
  }
  if (it.girth) parts.push_back("girth " + std::to_string(*it.girth));
  if (it.diameter) parts.push_back("diameter " + std::to_string(*it.diameter));
  return joined(parts);
}

/// "vertex-transitive, strongly regular (10, 3, 0, 1)": what has a name. Empty: nothing.
std::string named_properties(const Invariants& it) {
  std::vector<std::string> parts;
  if (it.num_nodes > 1 && it.vertex_transitive()) parts.emplace_back("vertex-transitive");
  if (it.num_edges > 1 && it.edge_transitive() == true) parts.emplace_back("edge-transitive");
  if (it.num_edges > 1 && it.arc_transitive() == true) parts.emplace_back("arc-transitive");
  if (it.strongly_regular) {
    const auto& [n, k, lambda, mu] = *it.strongly_regular;
    parts.push_back(
        "strongly regular (" +
        joined({std::to_string(n), std::to_string(k), std::to_string(lambda), std::to_string(mu)}) +
        ")");
  }
  if (it.intersection_array && it.num_nodes > 1) {
    parts.push_back("distance-regular " + to_string(*it.intersection_array));
  }
  return joined(parts);
}

std::string orbit_counts(const Invariants& it) {
  std::vector<std::string> parts = {std::to_string(it.num_orbits) + " of nodes"};
  if (it.num_edge_orbits) parts.push_back(std::to_string(*it.num_edge_orbits) + " of edges");
  if (it.num_arc_orbits) parts.push_back(std::to_string(*it.num_arc_orbits) + " of arcs");
  if (it.num_orbitals) parts.push_back(std::to_string(*it.num_orbitals) + " of pairs");
  return joined(parts);
}

std::string refinement_text(const Invariants& it) {
  const auto finds = [](bool found) { return found ? "finds the " : "does not find the "; };
  std::string text = std::string("1-WL ") + finds(it.wl1_finds_orbits) + "orbits";
  if (it.wl2_finds_orbitals) {
    text += std::string(", 2-WL ") + finds(*it.wl2_finds_orbitals) + "orbits of pairs";
  } else {
    text += ", 2-WL not tried: the graph is too large for it";
  }
  return text;
}

/// "{0-3 7}": runs of three or more nodes are written with a dash.
std::string orbit_text(const std::vector<std::int32_t>& nodes) {
  std::string text = "{";
  for (std::size_t i = 0; i < nodes.size();) {
    std::size_t end = i + 1;
    while (end < nodes.size() && nodes[end] == nodes[end - 1] + 1) ++end;
    if (end - i == 2) end = i + 1;
    text += (i > 0 ? " " : "") + std::to_string(nodes[i]);
    if (end - i > 2) text += '-' + std::to_string(nodes[end - 1]);
    i = end;
  }
  return text + '}';
}

/// The orbits of several nodes; how many nodes are alone.
std::string orbits_text(const Symmetry& symmetry) {
  std::string text;
  std::int64_t fixed = 0;
  for (const auto& orbit : orbit_lists(symmetry)) {
    if (orbit.size() == 1) {
      ++fixed;
    } else {
      text += (text.empty() ? "" : " ") + orbit_text(orbit);
    }
  }
  if (fixed == 0) return text;
  return count_of(fixed, "node", "nodes") + (fixed == 1 ? " is" : " are") + " fixed" +
         (text.empty() ? "" : "; " + text);
}

std::string dropped_text(const Simplification& dropped) {
  return joined({count_of(dropped.self_loops, "loop", "loops"),
                 count_of(dropped.duplicate_edges, "repeated edge", "repeated edges"),
                 count_of(dropped.bad_indices, "edge", "edges") + " with invalid ends"});
}

}  // namespace

std::string to_text(const Inspection& inspection, const InspectOptions& options,
                    std::int64_t width) {
  const Invariants& it = inspection.invariants;
  const Symmetry& symmetry = inspection.symmetry;
  LabelledLines lines(width);
  lines.title(inspection.source);
  lines.add("graph", shape_text(it));
  if (inspection.dropped.total() > 0) lines.add("dropped", dropped_text(inspection.dropped));
  lines.add("group", "order " + short_order(it.aut_order) + ", " +
                         count_of(std::ssize(symmetry.generators), "generator", "generators"));
  if (options.generators) {
    for (const SparsePermutation& g : symmetry.generators) {
      lines.add("", cycle_notation(g), most_generator_lines);
    }
  }
  lines.add("orbits", orbit_counts(it));
  if (it.num_nodes > 0) lines.add("", orbits_text(symmetry), most_orbit_lines);
  if (const std::string named = named_properties(it); !named.empty()) lines.add("is", named);
  lines.add("refinement", refinement_text(it));
  if (inspection.channels) add_channels(lines, *inspection.channels);
  if (inspection.local) add_local(lines, *inspection.local);
  if (options.canonical && inspection.canonical)
    lines.add_whole("canonical", *inspection.canonical);
  lines.add("hash", to_string(symmetry.hash));
  return lines.text();
}

namespace {

/// The columns after the name of the graph, which gets the rest of the line.
struct TableColumn {
  const char* name;
  std::size_t width;
  bool number;
};
constexpr std::array<TableColumn, 6> table_columns = {{{"n", 5, true},
                                                       {"m", 6, true},
                                                       {"degree", 7, true},
                                                       {"|Aut|", 9, true},
                                                       {"orbits", 6, true},
                                                       {"is", 18, false}}};

std::string line_of(const std::string& name, const std::array<std::string, 6>& cells,
                    std::int64_t width) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const auto& [title, column_width, number] = table_columns[i];
    const std::string blanks(column_width - std::min(column_width, cells[i].size()), ' ');
    line += "  " + (number ? blanks + cells[i] : cells[i] + blanks);
  }
  constexpr std::int64_t least = 8, most = 40;
  const std::int64_t room = std::clamp(width - std::ssize(line), least, most);
  const std::string shown = cut_front_to_width(printable(name), room);
  std::string text =
      shown + std::string(static_cast<std::size_t>(room - display_width(shown)), ' ') + line;
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

/// As the footer of the help explains them.
std::string abbreviated_properties(const Invariants& it) {
  std::string text;
  const auto add = [&](bool holds, const char* name) {
    if (holds) text += (text.empty() ? "" : " ") + std::string(name);
  };
  add(it.vertex_transitive(), "VT");
  add(it.edge_transitive() == true, "ET");
  add(it.arc_transitive() == true, "AT");
  add(it.strongly_regular.has_value(), "SRG");
  add(it.intersection_array.has_value(), "DRG");
  add(it.bipartite, "B");
  return text;
}

}  // namespace

std::string table_header(std::int64_t width) {
  std::array<std::string, 6> names;
  for (std::size_t i = 0; i < names.size(); ++i) names[i] = table_columns[i].name;
  return line_of("graph", names, width);
}

std::string table_line(const Inspection& inspection, std::int64_t width) {
  const Invariants& it = inspection.invariants;
  const std::string degree =
      it.regular() ? std::to_string(it.max_degree)
                   : std::to_string(it.min_degree) + ".." + std::to_string(it.max_degree);
  return line_of(
      inspection.source,
      {std::to_string(it.num_nodes), std::to_string(it.num_edges), degree,
       short_order(it.aut_order), std::to_string(it.num_orbits), abbreviated_properties(it)},
      width);
}

}  // namespace isotypic::cli
