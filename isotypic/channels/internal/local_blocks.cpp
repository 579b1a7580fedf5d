#include "isotypic/channels/internal/local_blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <numeric>
#include <utility>

#include "isotypic/channels/internal/blocks.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {
namespace {

/// Counts neighbours in cells and parts of cells.
class Neighbourhoods {
 public:
  Neighbourhoods(const Motifs& motifs, const Graph& graph)
      : graph_(graph), place_(inverse(motifs.order)) {}

  [[nodiscard]] double degree(std::int32_t v) const {
    return static_cast<double>(graph_.degree(v));
  }

  /// The neighbours of v among order[begin] .. order[begin + size - 1].
  [[nodiscard]] double count(std::int32_t v, std::int32_t begin, std::int32_t size) const {
    double found = 0.0;
    for (const std::int32_t w : graph_.neighbours(v)) {
      if (place_[w] >= begin && place_[w] < begin + size) ++found;
    }
    return found;
  }

 private:
  const Graph& graph_;
  Permutation place_;
};

LocalComponent trivial_component(const LocalDecomposition& local, const Neighbourhoods& around) {
  LocalComponent result;
  result.component = {.dim = 1, .multiplicity = local.motifs.num_orbits, .trivial = true};
  for (std::int64_t orbit = 0; orbit < local.motifs.num_orbits; ++orbit) {
    const MotifCell& cell = local.motifs.cells[orbit];
    const std::int32_t v = local.motifs.order[cell.begin];
    const double inside = around.count(v, cell.begin, cell.size);
    result.tr_adjacency += inside;
    result.tr_laplacian += around.degree(v) - inside;
  }
  return result;
}

/// A and L are multiples of the identity on every copy of the piece. For an orbit, the vector that
/// is 1 on the first part, -1 on the second and 0 elsewhere tells which.
LocalComponent exchange_component(const LocalDecomposition& local, std::int64_t source,
                                  const Neighbourhoods& around) {
  const Exchange& exchange = local.motifs.exchanges[source];
  LocalComponent result;
  result.origin = ComponentOrigin::Exchange;
  result.source = source;
  result.component.dim = exchange.num_places * (exchange.num_parts - 1);
  result.component.multiplicity = exchange.num_orbits;
  double adjacency = 0.0;
  double degrees = 0.0;
  for (std::int64_t a = 0; a < exchange.num_orbits; ++a) {
    const MotifCell& cell = local.motifs.cells[exchange.cells[a]];
    const std::int32_t v = local.motifs.order[cell.begin];
    const std::int32_t size = cell.child_size();
    adjacency += around.count(v, cell.begin, size) - around.count(v, cell.begin + size, size);
    degrees += around.degree(v);
  }
  const auto dim = static_cast<double>(result.component.dim);
  result.tr_adjacency = dim * adjacency;
  result.tr_laplacian = dim * (degrees - adjacency);
  return result;
}

/// The nontrivial components of all copies of a core.
void add_core_components(LocalDecomposition& local, std::int64_t source,
                         const Neighbourhoods& around) {
  const LocalCore& core = local.cores[source];
  const Decomposition& one = *core.decomposition;
  const std::int64_t copies = std::ssize(core.positions);
  for (std::int64_t b = 0; b < std::ssize(one.channels); ++b) {
    const Channel& block = one.channels[b];
    if (one.is_trivial(block)) continue;
    LocalComponent result;
    result.origin = ComponentOrigin::Core;
    result.source = source;
    result.block = b;
    result.component = one.components[block.component];
    result.component.dim *= copies;
    double degrees = 0.0;  // tr(P D): the degrees in the graph, not in the core
    for (std::int64_t i = 0; i < one.num_nodes; ++i) {
      degrees += around.degree(core.positions[0][i]) *
                 one.basis.row(i).segment(block.begin, block.dim).squaredNorm();
    }
    const auto times = static_cast<double>(copies);
    result.tr_adjacency = times * block.tr_adjacency;
    result.tr_laplacian = times * (degrees - block.tr_adjacency);
    local.components.push_back(result);
  }
}

/// Rows of projectors, for comparison.
class ProjectorRows {
 public:
  explicit ProjectorRows(const LocalDecomposition& local)
      : local_(local), orbit_of_(local.num_nodes), first_of_orbit_(local.motifs.num_orbits, -1) {
    for (std::int32_t orbit = 0; orbit < local.motifs.num_orbits; ++orbit) {
      for (const std::int32_t v : nodes(local.motifs.cells[orbit])) orbit_of_[v] = orbit;
    }
    for (std::int32_t v = 0; v < local.num_nodes; ++v) {
      std::int32_t& first = first_of_orbit_[orbit_of_[v]];
      if (first < 0) first = v;
    }
    for (const LocalComponent& c : local.components) first_row_.push_back(find_first_row(c));
  }

  /// The projectors of two components compared entry by entry, row after row, as dense ones are
  /// (blocks.cpp).
  [[nodiscard]] std::strong_ordering compare(std::size_t i, std::size_t j) const {
    // The first row that is not zero begins with its diagonal entry, which is positive.
    if (first_row_[i] != first_row_[j]) return first_row_[j] <=> first_row_[i];
    const LocalComponent& a = local_.components[i];
    const LocalComponent& b = local_.components[j];
    // Both commute with the group, so the first row in which they differ is the first of its orbit.
    for (const std::int32_t orbit : local_.motifs.motifs[std::max(motif(a), motif(b))].orbits) {
      const auto order = compare_rows(row(a, orbit), row(b, orbit));
      if (order != std::strong_ordering::equal) return order;
    }
    return j <=> i;
  }

 private:
  using Row = std::vector<std::pair<std::int32_t, double>>;  // by position

  [[nodiscard]] std::span<const std::int32_t> nodes(const MotifCell& cell) const {
    return std::span(local_.motifs.order).subspan(cell.begin, cell.size);
  }

  /// The first row of the projector that is not zero.
  [[nodiscard]] std::int32_t find_first_row(const LocalComponent& c) const {
    if (c.origin == ComponentOrigin::Orbits) return 0;
    auto first = static_cast<std::int32_t>(local_.num_nodes);
    const auto look_at = [&](std::int32_t v) {
      first = std::min(first, first_of_orbit_[orbit_of_[v]]);
    };
    if (c.origin == ComponentOrigin::Core) {
      const LocalCore& core = local_.cores[c.source];
      const Channel& block = core.decomposition->channels[c.block];
      const auto basis = core.decomposition->basis.middleCols(block.begin, block.dim);
      // A component need not live on all orbits of its core. Where it does, the diagonal of the
      // projector is a positive whole number divided by the size of the orbit.
      const double floor = 0.5 / static_cast<double>(basis.rows());
      for (std::int64_t i = 0; i < basis.rows(); ++i) {
        if (basis.row(i).squaredNorm() > floor) look_at(core.positions[0][i]);
      }
      return first;
    }
    const Exchange& exchange = local_.motifs.exchanges[c.source];
    for (std::int64_t k = 0; k < exchange.num_orbits; ++k) {
      look_at(local_.motifs.order[local_.motifs.cells[exchange.cells[k]].begin]);
    }
    return first;
  }

  /// -1 for the trivial component.
  [[nodiscard]] std::int32_t motif(const LocalComponent& c) const {
    if (c.origin == ComponentOrigin::Orbits) return -1;
    return c.origin == ComponentOrigin::Exchange ? local_.motifs.exchanges[c.source].motif
                                                 : local_.motifs.cores[c.source].motif;
  }

  [[nodiscard]] static std::strong_ordering compare_rows(const Row& a, const Row& b) {
    auto i = a.begin();
    auto j = b.begin();
    while (i != a.end() || j != b.end()) {
      const bool only_a = j == b.end() || (i != a.end() && i->first < j->first);
      const bool only_b = i == a.end() || (j != b.end() && j->first < i->first);
      const auto order = compare_entries(only_b ? 0.0 : i->second, only_a ? 0.0 : j->second);
      if (order != std::strong_ordering::equal) return order;
      if (!only_b) ++i;
      if (!only_a) ++j;
    }
    return std::strong_ordering::equal;
  }

  /// The row at the first position of an orbit.
  [[nodiscard]] Row row(const LocalComponent& c, std::int32_t orbit) const {
    Row result;
    const std::int32_t u = first_of_orbit_[orbit];
    if (c.origin == ComponentOrigin::Core) {
      add_core_row(local_.cores[c.source], c.block, u, result);
    } else if (c.origin == ComponentOrigin::Orbits) {
      const MotifCell& cell = local_.motifs.cells[orbit];
      for (const std::int32_t v : nodes(cell)) result.emplace_back(v, 1.0 / cell.size);
    } else {
      add_exchange_row(c.source, orbit, u, result);
    }
    std::sort(result.begin(), result.end());
    return result;
  }

  void add_exchange_row(std::int64_t source, std::int32_t orbit, std::int32_t u, Row& row) const {
    const Motifs& motifs = local_.motifs;
    std::int32_t index = orbit;
    while (true) {
      const MotifCell& cell = motifs.cells[index];
      if (!cell.is_split()) return;
      const auto members = nodes(cell);
      const auto place =
          static_cast<std::int32_t>(std::find(members.begin(), members.end(), u) - members.begin());
      const std::int32_t part = place / cell.child_size();
      if (cell.exchange == source) {
        for (std::int32_t i = 0; i < cell.size; ++i) {
          const bool inside = i / cell.child_size() == part;
          row.emplace_back(members[i], (inside ? 1.0 / cell.child_size() : 0.0) - 1.0 / cell.size);
        }
        return;
      }
      if (cell.child_size() == 1) return;
      index = cell.first_child + part;
    }
  }

  static void add_core_row(const LocalCore& core, std::int64_t b, std::int32_t u, Row& row) {
    const Channel& block = core.decomposition->channels[b];
    const auto basis = core.decomposition->basis.middleCols(block.begin, block.dim);
    for (const std::vector<std::int32_t>& positions : core.positions) {
      const auto found = std::find(positions.begin(), positions.end(), u);
      if (found == positions.end()) continue;
      const Eigen::VectorXd entries = basis * basis.row(found - positions.begin()).transpose();
      for (std::size_t i = 0; i < positions.size(); ++i)
        row.emplace_back(positions[i], entries[static_cast<std::int64_t>(i)]);
      return;
    }
  }

  const LocalDecomposition& local_;
  std::vector<std::int32_t> orbit_of_;  // by canonical position
  std::vector<std::int32_t> first_of_orbit_;
  std::vector<std::int32_t> first_row_;  // by component
};

void sort_components(LocalDecomposition& local, BlockOrder order) {
  std::vector<LocalComponent>& components = local.components;
  std::vector<double> laplacian;
  std::vector<double> adjacency;
  for (const LocalComponent& c : components) {
    laplacian.push_back(c.tr_laplacian);
    adjacency.push_back(c.tr_adjacency);
  }
  const std::vector<std::int64_t> laplacian_rank = tolerant_ranks(laplacian);
  const std::vector<std::int64_t> adjacency_rank = tolerant_ranks(adjacency);
  const ProjectorRows rows(local);
  std::vector<std::size_t> listing(components.size());
  std::iota(listing.begin(), listing.end(), 0);
  std::sort(listing.begin(), listing.end(), [&](std::size_t i, std::size_t j) {
    const auto key = [&](std::size_t k) {
      const Component& c = components[k].component;
      return std::array{c.dim * c.multiplicity, laplacian_rank[k], adjacency_rank[k]};
    };
    if (key(i) != key(j)) return key(i) > key(j);
    return i != j && rows.compare(i, j) > 0;
  });
  if (order == BlockOrder::TraceAscending) std::reverse(listing.begin(), listing.end());
  std::vector<LocalComponent> sorted;
  sorted.reserve(components.size());
  for (const std::size_t i : listing) sorted.push_back(components[i]);
  components = std::move(sorted);
}

}  // namespace

void list_components(LocalDecomposition& local, const Graph& canonical, BlockOrder order) {
  if (local.num_nodes == 0) return;
  const Neighbourhoods around(local.motifs, canonical);
  local.components.push_back(trivial_component(local, around));
  for (std::int64_t i = 0; i < std::ssize(local.motifs.exchanges); ++i) {
    local.components.push_back(exchange_component(local, i, around));
  }
  for (std::int64_t i = 0; i < std::ssize(local.cores); ++i) add_core_components(local, i, around);
  sort_components(local, order);
}

}  // namespace isotypic
