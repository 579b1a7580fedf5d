#include "isotypic/channels/orbital_descriptors.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/near_types.hpp"
#include "isotypic/channels/internal/walk_powers.hpp"
#include "isotypic/symmetry/orbitals.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "describe_orbitals";

/// Finds the types of a graph and describes them, in that order.
class Describer {
 public:
  Describer(const Graph& graph, const DescriptorOptions& options)
      : graph_(graph), options_(options), n_(graph.num_nodes()) {
    result_.num_nodes = n_;
  }

  OrbitalDescriptors describe(std::span<const SparsePermutation> generators,
                              std::span<const std::int32_t> edge_keys) {
    result_.type_of.resize(n_ * (n_ + 1) / 2);
    if (generators.empty()) {
      find_types_of_rigid();
    } else {
      find_types(compute_orbitals(n_, generators));
    }
    find_edges(edge_keys);
    count_pairs();
    find_distances();
    result_.values.resize(result_.types.size() * columns());
    describe_walks();
    describe_sizes();
    return std::move(result_);
  }

  /// The same for the pairs within options.reach.
  OrbitalDescriptors describe_near(std::span<const SparsePermutation> generators,
                                   std::span<const std::int32_t> edge_keys) {
    NearTypes near(graph_, generators, options_);
    near.find_types(result_);
    orbit_size_ = near.orbit_sizes();
    find_edges(edge_keys);
    count_pairs();
    result_.values.resize(result_.types.size() * columns());
    near.describe_walks(result_);
    double* value = result_.values.data();
    for (const PairType& t : result_.types) {
      const double factor = asymmetry(t);
      std::for_each_n(value, options_.powers, [&](double& walks) { walks *= factor; });
      value += columns();
    }
    describe_sizes();
    return std::move(result_);
  }

 private:
  [[nodiscard]] std::size_t columns() const {
    return static_cast<std::size_t>(num_descriptor_columns(options_));
  }
  [[nodiscard]] std::int32_t& type(std::int64_t u, std::int64_t v) {
    return result_.type_of[result_.place_of(u, v)];
  }

  /// Without symmetry every unordered pair is a type.
  void find_types_of_rigid() {
    orbit_size_.assign(n_, 1);
    for (std::int32_t u = 0; u < n_; ++u) {
      sources_.push_back(u);
      source_of_.push_back(u);
      for (std::int32_t v = 0; v <= u; ++v) {
        type(u, v) = static_cast<std::int32_t>(result_.types.size());
        result_.types.push_back({.u = u, .v = v, .orbital = 1});
      }
    }
  }

  /// A type is an orbital together with its transpose. Its pair (u, v) begins at the least node of
  /// an orbit, a source.
  void find_types(const Orbitals& orbitals) {
    std::vector<std::int32_t> orbit_of_diagonal(orbitals.count, -1);
    orbit_size_.resize(n_);
    source_of_.assign(n_, -1);
    for (std::int32_t u = 0; u < n_; ++u) {
      std::int32_t& source = orbit_of_diagonal[orbitals(u, u)];
      if (source < 0) {
        source = u;
        source_of_[u] = static_cast<std::int32_t>(sources_.size());
        sources_.push_back(u);
      }
      ++orbit_size_[source];
    }
    for (std::int32_t u = 0; u < n_; ++u) {
      orbit_size_[u] = orbit_size_[orbit_of_diagonal[orbitals(u, u)]];
    }
    std::vector<std::int32_t> type_of_orbital(orbitals.count, -1);
    for (const std::int32_t u : sources_) {
      for (std::int32_t v = 0; v < n_; ++v) {
        const std::int32_t orbital = orbitals(u, v);
        if (type_of_orbital[orbital] >= 0) continue;
        const auto number = static_cast<std::int32_t>(result_.types.size());
        type_of_orbital[orbital] = type_of_orbital[orbitals.transposed[orbital]] = number;
        result_.types.push_back(
            {.u = u, .v = v, .orbital = std::int64_t{orbitals.valency[orbital]} * orbit_size_[u]});
      }
    }
    for (std::int32_t u = 0; u < n_; ++u) {
      for (std::int32_t v = 0; v <= u; ++v) type(u, v) = type_of_orbital[orbitals(u, v)];
    }
  }

  /// Gives the types of edges an edge, and splits those whose edges have different keys.
  void find_edges(std::span<const std::int32_t> keys) {
    const std::size_t before = result_.types.size();
    std::vector<std::vector<std::int32_t>> parts(keys.empty() ? 0 : before);
    std::int32_t edge = -1;
    for (const auto& [v, u] : graph_.edges()) {  // v < u
      ++edge;
      std::int32_t& own = type(u, v);
      if (result_.types[own].edge < 0) {
        result_.types[own].edge = edge;
        continue;
      }
      if (keys.empty() || keys[result_.types[own].edge] == keys[edge]) continue;
      auto& others = parts[own];
      const auto same = std::ranges::find_if(
          others, [&](std::int32_t t) { return keys[result_.types[t].edge] == keys[edge]; });
      if (same == others.end()) {
        PairType split = result_.types[own];
        split.edge = edge;
        others.push_back(static_cast<std::int32_t>(result_.types.size()));
        result_.types.push_back(split);
        own = others.back();
      } else {
        own = *same;
      }
    }
  }

  void count_pairs() {
    for (const std::int32_t t : result_.type_of) result_.types[t].pairs += 2;
    for (std::int32_t u = 0; u < n_; ++u) --result_.types[type(u, u)].pairs;
  }

  /// Breadth-first from every source.
  void find_distances() {
    const auto farthest = static_cast<std::int32_t>(options_.max_distance);
    std::vector<std::int32_t> distances(n_ * sources_.size(), farthest);
    std::vector<std::int32_t> queue;
    for (std::size_t s = 0; s < sources_.size(); ++s) {
      std::int32_t* own = distances.data() + static_cast<std::size_t>(n_) * s;
      queue.assign(1, sources_[s]);
      own[sources_[s]] = 0;
      for (std::size_t i = 0; i < queue.size(); ++i) {
        const std::int32_t next = own[queue[i]] + 1;
        if (next >= farthest) break;
        for (const std::int32_t w : graph_.neighbours(queue[i])) {
          if (own[w] != farthest) continue;
          own[w] = next;
          queue.push_back(w);
        }
      }
    }
    for (PairType& t : result_.types) t.distance = distances[n_ * source_of_[t.u] + t.v];
  }

  void describe_walks() {
    const std::size_t sources = sources_.size();
    walk_powers(graph_, sources_, options_.powers,
                [&](std::int64_t k, const std::vector<double>& x) {
                  double* value = result_.values.data() + k - 1;
                  for (const PairType& t : result_.types) {
                    *value = x[t.v * sources + source_of_[t.u]] * asymmetry(t);
                    value += columns();
                  }
                });
  }

  /// (D^-1 A)^k is N^k times sqrt(d_v / d_u).
  [[nodiscard]] double asymmetry(const PairType& t) const {
    const auto du = static_cast<double>(graph_.degree(t.u));
    const auto dv = static_cast<double>(graph_.degree(t.v));
    if (options_.walks == WalkWeights::Normalised || du == 0 || dv == 0) return 1.0;
    return 0.5 * (std::sqrt(dv / du) + std::sqrt(du / dv));
  }

  void describe_sizes() {
    double* value = result_.values.data() + options_.powers;
    for (const PairType& t : result_.types) {
      const auto du = static_cast<double>(graph_.degree(t.u));
      const auto dv = static_cast<double>(graph_.degree(t.v));
      const double log_u = std::log(static_cast<double>(orbit_size_[t.u]));
      const double log_v = std::log(static_cast<double>(orbit_size_[t.v]));
      value[0] = std::log(static_cast<double>(t.orbital));
      value[1] = log_u + log_v;
      value[2] = std::abs(log_u - log_v);
      value[num_size_columns] = du + dv;
      value[num_size_columns + 1] = du * dv;
      value += columns();
    }
  }

  const Graph& graph_;
  const DescriptorOptions& options_;
  std::int64_t n_;
  OrbitalDescriptors result_;
  std::vector<std::int32_t> orbit_size_;  // of each node's orbit
  std::vector<std::int32_t> sources_;     // the least nodes of the orbits
  std::vector<std::int32_t> source_of_;   // the number of a source, by node
};

}  // namespace

std::int64_t OrbitalDescriptors::place_of(std::int64_t u, std::int64_t v) const {
  if (u < v) std::swap(u, v);
  if (row_offsets.empty()) return u * (u + 1) / 2 + v;
  const auto last = partners.begin() + row_offsets[u + 1];
  const auto place = std::lower_bound(partners.begin() + row_offsets[u], last, v);
  return place == last || *place != v ? -1 : place - partners.begin();
}

OrbitalDescriptors describe_orbitals(const Graph& graph,
                                     std::span<const SparsePermutation> generators,
                                     std::span<const std::int32_t> edge_keys,
                                     const DescriptorOptions& options) {
  if (options.reach == 0 && graph.num_nodes() > max_descriptor_nodes) {
    fail(where, "the graph has ", graph.num_nodes(), " nodes; all pairs are described up to ",
         max_descriptor_nodes, ", of larger graphs only those within a reach, in C++ and by train");
  }
  if (!edge_keys.empty() && std::ssize(edge_keys) != graph.num_edges()) {
    fail(where, "there are ", edge_keys.size(), " keys for ", graph.num_edges(), " edges");
  }
  if (options.powers < 1 || options.max_distance < 1) {
    fail(where, "powers and max_distance must be positive, got ", options.powers, " and ",
         options.max_distance);
  }
  if (options.reach < 0) fail(where, "reach must not be negative, got ", options.reach);
  return translate_exceptions(where, [&] {
    Describer describer(graph, options);
    return options.reach > 0 ? describer.describe_near(generators, edge_keys)
                             : describer.describe(generators, edge_keys);
  });
}

OrbitalDescriptors describe_orbitals(const Graph& graph, const Symmetry& symmetry,
                                     std::span<const std::int32_t> edge_keys,
                                     const DescriptorOptions& options) {
  if (symmetry.num_nodes != graph.num_nodes()) {
    fail(where, "the symmetry is of a graph with ", symmetry.num_nodes, " nodes, not ",
         graph.num_nodes());
  }
  return describe_orbitals(graph, symmetry.generators, edge_keys, options);
}

}  // namespace isotypic
