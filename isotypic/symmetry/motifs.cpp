#include "isotypic/symmetry/motifs.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/union_find.hpp"
#include "isotypic/symmetry/internal/kept_pairs.hpp"

namespace isotypic {
namespace {

/// A part of the graph that no kept pair leaves, with the class of equal parts it belongs to.
struct Part {
  std::int32_t kind = 0;   ///< the least orbit of its class of equal parts
  std::int32_t place = 0;  ///< the part of the round before that contains it
  std::int32_t number = 0;

  friend auto operator<=>(const Part&, const Part&) = default;
};

[[noreturn]] void fail_orbits() {
  fail_as(ErrorKind::Runtime, "find_motifs", "the orbits are not those of the automorphism group");
}

/// Refines the orbits round by round. In every round the pairs that say nothing are left out, the
/// rest falls into connected parts, and the cells are split by these parts. Two parts that share
/// an orbit are equal: an automorphism that maps a node of one to a node of the other maps the
/// whole part. So equal parts are known without any search.
class MotifFinder {
 public:
  explicit MotifFinder(const Symmetry& symmetry)
      : orbit_of_(symmetry.num_nodes),
        cell_of_(symmetry.num_nodes, -1),
        part_of_(symmetry.num_nodes, 0),
        pairs_(all_edges(symmetry.canonical)) {
    for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
      orbit_of_[symmetry.position[v]] = symmetry.orbit_of[v];
    }
    result_.num_nodes = symmetry.num_nodes;
    result_.num_orbits = symmetry.num_orbits;
    make_orbit_cells();
  }

  Motifs find() {
    if (!moving_.empty()) {
      std::vector<Part> parts = split_into_parts();
      make_motifs(parts);
      while (exchange(parts)) parts = split_into_parts();
      make_cores(parts);
    }
    name_kinds();
    return std::move(result_);
  }

 private:
  void make_orbit_cells() {
    auto& cells = result_.cells;
    cells.resize(result_.num_orbits);
    for (const std::int32_t orbit : orbit_of_) ++cells[orbit].size;
    for (std::size_t i = 1; i < cells.size(); ++i) {
      cells[i].begin = cells[i - 1].begin + cells[i - 1].size;
    }
    std::vector<std::int32_t> next(cells.size());
    for (std::size_t i = 0; i < cells.size(); ++i) next[i] = cells[i].begin;
    result_.order.resize(orbit_of_.size());
    for (std::int32_t v = 0; v < std::ssize(orbit_of_); ++v) {
      result_.order[next[orbit_of_[v]]++] = v;
      if (cells[orbit_of_[v]].size == 1) continue;
      cell_of_[v] = orbit_of_[v];
      moving_.push_back(v);
    }
  }

  /// One round: the parts of the moving nodes, sorted by kind, then place.
  std::vector<Part> split_into_parts() {
    pairs_ = without_usual_pairs(pairs_, {cell_of_, result_.order, result_.cells});
    UnionFind connected(result_.num_nodes);
    for (const std::int32_t v : moving_) {
      for (const KeptPairs::Entry& entry : pairs_.row(v)) connected.unite(v, entry.node);
    }
    UnionFind kinds(result_.num_orbits);
    std::vector<std::int32_t> number(result_.num_nodes, -1);
    std::vector<std::int32_t> first_node;
    std::vector<Part> parts;
    for (const std::int32_t v : moving_) {
      std::int32_t& part = number[connected.root(v)];
      if (part < 0) {
        part = static_cast<std::int32_t>(parts.size());
        parts.push_back({0, part_of_[v], part});
        first_node.push_back(v);
      }
      part_of_[v] = part;
      kinds.unite(orbit_of_[v], orbit_of_[first_node[part]]);
    }
    std::vector<std::int32_t> least(result_.num_orbits, -1);
    kind_of_orbit_.resize(result_.num_orbits);
    for (std::int32_t orbit = 0; orbit < result_.num_orbits; ++orbit) {
      std::int32_t& kind = least[kinds.root(orbit)];
      if (kind < 0) kind = orbit;
      kind_of_orbit_[orbit] = kind;
    }
    for (std::size_t i = 0; i < parts.size(); ++i) {
      parts[i].kind = kind_of_orbit_[orbit_of_[first_node[i]]];
    }
    std::sort(parts.begin(), parts.end());
    return parts;
  }

  /// In the first round every kind of part is a factor of the group.
  void make_motifs(const std::vector<Part>& parts) {
    motif_of_orbit_.assign(result_.num_orbits, -1);
    std::vector<std::int32_t> motif_of_kind(result_.num_orbits, -1);
    for (const Part& part : parts) {
      if (motif_of_kind[part.kind] >= 0) continue;
      motif_of_kind[part.kind] = static_cast<std::int32_t>(result_.motifs.size());
      result_.motifs.emplace_back();
    }
    for (std::int32_t orbit = 0; orbit < result_.num_orbits; ++orbit) {
      motif_of_orbit_[orbit] = motif_of_kind[kind_of_orbit_[orbit]];
      if (motif_of_orbit_[orbit] < 0) continue;
      Motif& motif = result_.motifs[motif_of_orbit_[orbit]];
      motif.orbits.push_back(orbit);
      motif.num_nodes += result_.cells[orbit].size;
    }
  }

  /// Splits the cells by parts; returns whether there was anything to split.
  bool exchange(const std::vector<Part>& parts) {
    std::vector<std::int32_t> exchange_of_kind(result_.num_orbits, -1);
    bool found = false;
    for (std::size_t first = 0; first < parts.size();) {
      std::size_t last = first;
      std::int64_t places = 0;
      while (last < parts.size() && parts[last].kind == parts[first].kind) {
        if (last == first || parts[last].place != parts[last - 1].place) ++places;
        ++last;
      }
      const auto count = static_cast<std::int64_t>(last - first);
      if (count % places != 0) fail_orbits();
      if (count > places) {
        exchange_of_kind[parts[first].kind] = static_cast<std::int32_t>(result_.exchanges.size());
        result_.exchanges.push_back(
            {count / places, places, 0, motif_of_orbit_[parts[first].kind], {}});
        found = true;
      }
      first = last;
    }
    if (found) split_cells(exchange_of_kind);
    return found;
  }

  /// Every moving cell of a kind that has an exchange.
  void split_cells(const std::vector<std::int32_t>& exchange_of_kind) {
    // (exchange, any part, orbit, cell): parts of one place come in a row, as do their numbers.
    std::vector<std::tuple<std::int32_t, std::int32_t, std::int32_t, std::int32_t>> listed;
    std::vector<char> seen(result_.cells.size(), 0);
    for (const std::int32_t v : moving_) {
      const std::int32_t cell = cell_of_[v];
      if (std::exchange(seen[cell], 1) != 0) continue;
      const std::int32_t number = exchange_of_kind[kind_of_orbit_[orbit_of_[v]]];
      if (number >= 0) listed.emplace_back(number, least_part(cell), orbit_of_[v], cell);
    }
    std::sort(listed.begin(), listed.end());
    for (const auto& [number, part, orbit, cell] : listed) {
      result_.exchanges[number].cells.push_back(cell);
      split_cell(cell, number);
    }
    for (const auto& entry : listed) {
      Exchange& made = result_.exchanges[std::get<0>(entry)];
      made.num_orbits = std::ssize(made.cells) / made.num_places;
      if (std::ssize(made.cells) % made.num_places != 0) fail_orbits();
    }
    std::erase_if(moving_, [&](std::int32_t v) { return cell_of_[v] < 0; });
  }

  [[nodiscard]] std::int32_t least_part(std::int32_t cell) const {
    const MotifCell& split = result_.cells[cell];
    std::int32_t least = part_of_[result_.order[split.begin]];
    for (std::int32_t i = split.begin; i < split.begin + split.size; ++i) {
      least = std::min(least, part_of_[result_.order[i]]);
    }
    return least;
  }

  /// Sorts the nodes of a cell by parts, which must all have the same number of them.
  void split_cell(std::int32_t index, std::int32_t number) {
    MotifCell& cell = result_.cells[index];
    const auto nodes = result_.order.begin() + cell.begin;
    std::stable_sort(nodes, nodes + cell.size,
                     [&](std::int32_t v, std::int32_t w) { return part_of_[v] < part_of_[w]; });
    const auto num_parts = static_cast<std::int32_t>(result_.exchanges[number].num_parts);
    if (cell.size % num_parts != 0) fail_orbits();
    cell.num_parts = num_parts;
    cell.exchange = number;
    cell.first_child = static_cast<std::int32_t>(result_.cells.size());
    const std::int32_t begin = cell.begin;
    const std::int32_t child_size = cell.child_size();  // `cell` dangles when children are added
    for (std::int32_t part = 0; part < num_parts; ++part) {
      const std::int32_t first = begin + part * child_size;
      for (std::int32_t i = first; i < first + child_size; ++i) {
        const bool same = part_of_[result_.order[i]] == part_of_[result_.order[first]];
        const bool next =
            i > first || part == 0 || part_of_[result_.order[i - 1]] != part_of_[result_.order[i]];
        if (!same || !next) fail_orbits();
        cell_of_[result_.order[i]] =
            child_size == 1 ? -1 : static_cast<std::int32_t>(result_.cells.size());
      }
      if (child_size > 1) result_.cells.push_back({.begin = first, .size = child_size});
    }
    if (child_size == 1) result_.cells[index].first_child = 0;
  }

  /// What still moves when nothing is left to exchange.
  void make_cores(const std::vector<Part>& parts) {
    std::vector<std::vector<std::int32_t>> nodes(parts.size());
    for (const std::int32_t v : moving_) nodes[part_of_[v]].push_back(v);
    for (std::size_t i = 0; i < parts.size(); ++i) {
      if (i == 0 || parts[i].kind != parts[i - 1].kind) {
        result_.cores.push_back({motif_of_orbit_[parts[i].kind], {}});
      }
      result_.cores.back().copies.push_back(std::move(nodes[parts[i].number]));
    }
  }

  void name_kinds() {
    std::vector<std::int32_t> exchanges(result_.motifs.size(), 0);
    for (const Exchange& made : result_.exchanges) {
      if (++exchanges[made.motif] > 1) result_.motifs[made.motif].kind = MotifKind::Nested;
    }
    for (const CoreKind& core : result_.cores) result_.motifs[core.motif].kind = MotifKind::Core;
  }

  Motifs result_;
  std::vector<std::int32_t> orbit_of_;  // by canonical position, like the next two
  std::vector<std::int32_t> cell_of_;   // -1: does not move any more
  std::vector<std::int32_t> part_of_;
  std::vector<std::int32_t> moving_;  // ascending
  std::vector<std::int32_t> kind_of_orbit_;
  std::vector<std::int32_t> motif_of_orbit_;
  KeptPairs pairs_;
};

}  // namespace

const char* to_string(MotifKind kind) {
  switch (kind) {
    case MotifKind::Basic:
      return "basic";
    case MotifKind::Nested:
      return "nested";
    case MotifKind::Core:
      return "core";
  }
  return "";
}

MotifSummary summarise(const Motifs& motifs) {
  MotifSummary summary;
  for (const Motif& motif : motifs.motifs) {
    summary.num_basic += motif.kind == MotifKind::Basic ? 1 : 0;
    summary.num_nested += motif.kind == MotifKind::Nested ? 1 : 0;
    summary.num_with_core += motif.kind == MotifKind::Core ? 1 : 0;
    summary.num_moved_nodes += motif.num_nodes;
  }
  for (const CoreKind& core : motifs.cores) {
    summary.largest_core = std::max(summary.largest_core, std::ssize(core.copies[0]));
  }
  return summary;
}

Motifs find_motifs(const Symmetry& symmetry) {
  return translate_exceptions("find_motifs", [&] { return MotifFinder(symmetry).find(); });
}

}  // namespace isotypic
