#include "isotypic/channels/internal/near_types.hpp"

#include <algorithm>

#include "isotypic/channels/internal/near_walks.hpp"

namespace isotypic {

NearTypes::NearTypes(const Graph& graph, std::span<const SparsePermutation> generators,
                     const DescriptorOptions& options)
    : graph_(graph),
      options_(options),
      pairs_(find_near_pairs(graph, options.reach, max_described_pairs)),
      orbital_of_(near_orbitals(pairs_, generators)),
      orbital_size_(orbital_of_.size(), 0) {
  for (const std::int32_t first : orbital_of_) ++orbital_size_[first];
  for (std::int32_t u = 0; u < graph.num_nodes(); ++u) {
    const std::int64_t diagonal = pairs_.find(u, u);
    if (orbital_of_[diagonal] == diagonal) sources_.push_back(u);
  }
}

std::vector<std::int32_t> NearTypes::orbit_sizes() const {
  std::vector<std::int32_t> sizes;
  for (std::int32_t u = 0; u < graph_.num_nodes(); ++u) {
    sizes.push_back(orbital_size_[orbital_of_[pairs_.find(u, u)]]);
  }
  return sizes;
}

void NearTypes::find_types(OrbitalDescriptors& result) {
  const auto farthest = static_cast<std::int32_t>(options_.max_distance);
  type_of_orbital_.assign(orbital_of_.size(), -1);
  for (const std::int32_t u : sources_) {
    for (std::int64_t p = pairs_.row_offsets[u]; p < pairs_.row_offsets[u + 1]; ++p) {
      if (orbital_of_[p] != p || type_of_orbital_[p] >= 0) continue;
      const std::int32_t v = pairs_.partners[p];
      type_of_orbital_[p] = type_of_orbital_[orbital_of_[pairs_.find(v, u)]] =
          static_cast<std::int32_t>(result.types.size());
      result.types.push_back({.u = u,
                              .v = v,
                              .orbital = orbital_size_[p],
                              .distance = std::min(pairs_.distances[p], farthest)});
    }
  }
  result.row_offsets.push_back(0);
  for (std::int32_t u = 0; u < graph_.num_nodes(); ++u) {
    for (std::int64_t p = pairs_.row_offsets[u];
         p < pairs_.row_offsets[u + 1] && pairs_.partners[p] <= u; ++p) {
      result.partners.push_back(pairs_.partners[p]);
      result.type_of.push_back(type_of_orbital_[orbital_of_[p]]);
    }
    result.row_offsets.push_back(std::ssize(result.partners));
  }
}

/// A walk that stays near u need not stay near v, so a type takes the mean of its two orbitals.
void NearTypes::describe_walks(OrbitalDescriptors& result) const {
  const std::int64_t columns = num_descriptor_columns(options_);
  struct Wanted {
    std::int64_t partner;
    double* values;
    double weight;
  };
  std::vector<Wanted> wanted;
  NearWalks walks(graph_, pairs_);
  for (const std::int32_t u : sources_) {
    wanted.clear();
    const std::int64_t first = pairs_.row_offsets[u];
    for (std::int64_t p = first; p < pairs_.row_offsets[u + 1]; ++p) {
      if (orbital_of_[p] != p) continue;
      const bool both_ways = orbital_of_[pairs_.find(pairs_.partners[p], u)] == p;
      wanted.push_back(
          {p - first, result.values.data() + type_of_orbital_[p] * columns, both_ways ? 1.0 : 0.5});
    }
    walks.spread(u, options_.powers, [&](std::int64_t k, std::span<const double> x) {
      for (const Wanted& own : wanted) own.values[k - 1] += own.weight * x[own.partner];
    });
  }
  // Edges whose keys made them a type of their own have the walks of their orbital.
  for (std::size_t t = 0; t < result.types.size(); ++t) {
    const PairType& type = result.types[t];
    const auto own =
        static_cast<std::size_t>(type_of_orbital_[orbital_of_[pairs_.find(type.u, type.v)]]);
    if (own == t) continue;
    std::copy_n(result.values.begin() + static_cast<std::int64_t>(own) * columns, options_.powers,
                result.values.begin() + static_cast<std::int64_t>(t) * columns);
  }
}

}  // namespace isotypic
