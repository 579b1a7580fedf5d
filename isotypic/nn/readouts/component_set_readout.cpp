#include "isotypic/nn/readouts/component_set_readout.hpp"

#include <ATen/ATen.h>

#include <algorithm>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/components_readout.hpp"
#include "isotypic/nn/column_scales.hpp"
#include "isotypic/nn/kernels/scatter.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* readout_name = "ComponentSetReadout";
constexpr std::int64_t rp_dim = 8;
constexpr std::int64_t num_statistics = 3;  // s1, s2, s3

/// Which graph every component belongs to, and its row among `most` slots per graph.
struct ComponentIndex {
  std::int64_t most = 1;
  at::Tensor graph, row;
};

ComponentIndex index_components(const ChannelBatch& blocks, std::int64_t graphs) {
  const auto* offsets = blocks.block_offsets.data_ptr<std::int64_t>();
  ComponentIndex index;
  for (std::int64_t g = 0; g < graphs; ++g) {
    index.most = std::max(index.most, offsets[g + 1] - offsets[g]);
  }
  index.graph = at::empty({offsets[graphs]}, at::kLong);
  index.row = at::empty({offsets[graphs]}, at::kLong);
  for (std::int64_t g = 0; g < graphs; ++g) {
    for (std::int64_t b = offsets[g]; b < offsets[g + 1]; ++b) {
      index.graph.data_ptr<std::int64_t>()[b] = g;
      index.row.data_ptr<std::int64_t>()[b] = g * index.most + b - offsets[g];
    }
  }
  return index;
}

}  // namespace

ComponentSetReadout::ComponentSetReadout(std::int64_t features_, std::uint64_t seed, bool plain_)
    : features(features_), plain(plain_) {
  R = register_buffer("R", projection_tensor(features, rp_dim, seed));
  description_mean =
      register_buffer("description_mean", at::zeros({component_structure_size}, at::kDouble));
  description_factor =
      register_buffer("description_factor", at::ones({component_structure_size}, at::kDouble));
  map = register_module(
      "map", std::make_shared<Mlp>(num_statistics + rp_dim + component_structure_size, features,
                                   features));
}

void ComponentSetReadout::learn_scales(const GraphTensors& data,
                                       std::span<const std::int64_t> ids) {
  if (!data.components) fail(readout_name, "the graphs have no components");
  const std::vector<std::int64_t>& offsets = data.components->block_offsets;
  ColumnSums sums;
  for (const std::int64_t g : ids) {
    const at::Tensor rows = data.components->descriptions.slice(0, offsets[g], offsets[g + 1]);
    sums.add(rows, at::ones({rows.size(0)}, at::kDouble));
  }
  const ColumnScales scales = sums.scales();
  description_mean.copy_(scales.mean);
  description_factor.copy_(scales.factor);
}

at::Tensor ComponentSetReadout::forward(const at::Tensor& x, const Batch& batch) {
  check_readout_input(readout_name, x, batch, features);
  const at::Tensor& descriptions = batch.components.descriptions;
  if (!descriptions.defined()) fail(readout_name, "the batch has no components");
  if (descriptions.scalar_type() != x.scalar_type()) {
    fail(readout_name, "embeddings are ", x.scalar_type(), ", components ",
         descriptions.scalar_type());
  }
  const ComponentIndex index = index_components(batch.components.blocks, batch.num_graphs);
  Batch view = batch;
  view.channels = batch.components.blocks;
  const IsotypicReadoutOptions options{.max_blocks = index.most, .rp_dim = rp_dim};
  const at::Tensor projection = R.to(x.scalar_type());
  const at::Tensor slots = plain || !x.is_cpu()
                               ? isotypic_features_plain(x, view, projection, options)
                               : isotypic_features(x, view, projection, options);
  const at::Tensor statistics =
      slots.view({-1, num_statistics + rp_dim}).index_select(0, index.row.to(x.device()));
  const at::Tensor structure = (descriptions - description_mean.to(x.scalar_type())) *
                               description_factor.to(x.scalar_type());
  const at::Tensor inputs = at::cat({statistics.slice(1, 0, num_statistics).log1p(),
                                     statistics.slice(1, num_statistics), structure},
                                    1);
  return scatter_sum(map->forward(inputs), index.graph.to(x.device()), batch.num_graphs);
}

}  // namespace isotypic::nn
