#include "isotypic/channels/explain.hpp"

#include <map>
#include <tuple>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/blas.hpp"
#include "isotypic/channels/internal/energies.hpp"
#include "isotypic/channels/internal/feature_blocks.hpp"

namespace isotypic {
namespace {

void check_arguments(const Channels& channels,
                     const Eigen::Ref<const Eigen::MatrixXd>& embeddings) {
  const Decomposition& canonical = *channels.canonical;
  check_rows("explain", embeddings, canonical.num_nodes);
  if (canonical.basis.cols() != canonical.num_nodes) {
    fail("explain", "the channels were truncated to ", canonical.channels.size(), " of ",
         canonical.num_channels, " blocks");
  }
}

}  // namespace

Explanation explain(const Channels& channels, const Eigen::Ref<const Eigen::MatrixXd>& embeddings) {
  check_arguments(channels, embeddings);
  const Decomposition& canonical = *channels.canonical;
  Eigen::MatrixXd rows(embeddings.rows(), embeddings.cols());
  for (std::int64_t v = 0; v < rows.rows(); ++v) rows.row(channels.position[v]) = embeddings.row(v);
  const Eigen::MatrixXd coordinates = multiply_transposed(canonical.basis, rows);

  Explanation result;
  for (const Component& component : canonical.components) result.components.push_back({component});
  for (const Channel& channel : canonical.channels) {
    result.components[channel.component].energy +=
        coordinates.middleRows(channel.begin, channel.dim).squaredNorm();
  }
  result.total = rows.squaredNorm();
  result.kept_by_pooling = pooled_energy(rows);
  return finish_explanation(std::move(result));
}

std::vector<TypeEnergy> energies_by_type(const Explanation& explanation) {
  std::vector<TypeEnergy> types;
  std::map<std::tuple<std::int64_t, std::int64_t, ComponentType, bool>, std::size_t> known;
  for (const ComponentEnergy& part : explanation.components) {
    const Component& c = part.component;
    const auto [place, is_new] =
        known.try_emplace({c.dim, c.multiplicity, c.type, c.trivial}, types.size());
    if (is_new) types.push_back({c});
    TypeEnergy& type = types[place->second];
    ++type.count;
    type.energy += part.energy;
    type.fraction += part.fraction;
  }
  return types;
}

}  // namespace isotypic
