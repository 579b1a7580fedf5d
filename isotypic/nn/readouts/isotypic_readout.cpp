#include "isotypic/nn/readouts/isotypic_readout.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/random_projection.hpp"

namespace isotypic::nn {
namespace {

/// The channels of one graph of a batch.
struct GraphChannels {
  std::int64_t first_node = 0;
  std::int64_t num_nodes = 0;
  at::Tensor basis;  // [columns, num_nodes]
  at::Tensor sums;   // [columns]
  std::vector<std::int64_t> dims;
};

GraphChannels channels_of(const Batch& batch, std::int64_t g, std::int64_t max_blocks) {
  const ChannelBatch& channels = batch.channels;
  const auto at_graph = [g](const at::Tensor& offsets, std::int64_t step = 0) {
    return offsets.data_ptr<std::int64_t>()[g + step];
  };
  GraphChannels own;
  own.first_node = at_graph(batch.node_offsets);
  own.num_nodes = at_graph(batch.node_offsets, 1) - own.first_node;
  const std::int64_t first_block = at_graph(channels.block_offsets);
  const std::int64_t blocks =
      std::min(max_blocks, at_graph(channels.block_offsets, 1) - first_block);
  const auto* dims = channels.block_dims.data_ptr<std::int32_t>() + first_block;
  own.dims.assign(dims, dims + blocks);
  std::int64_t columns = 0;
  for (const std::int64_t dim : own.dims) columns += dim;
  own.basis = channels.basis.narrow(0, at_graph(channels.basis_offsets), columns * own.num_nodes)
                  .view({columns, own.num_nodes});
  own.sums = channels.basis_sums.narrow(0, at_graph(channels.column_offsets), columns);
  return own;
}

/// C = Q^T M for the graph's own rows M of x, centred if asked.
at::Tensor coefficients(const at::Tensor& m, const GraphChannels& own,
                        const IsotypicReadoutOptions& options) {
  const at::Tensor c = own.basis.mm(m);
  return options.centre ? c - own.sums.unsqueeze(1) * m.mean(0, /*keepdim=*/true) : c;
}

/// [s1, s2, s3, mu] of one block: q [dim, n], c [dim, d] -> [3 + d].
at::Tensor block_statistics(const at::Tensor& q, const at::Tensor& sums, const at::Tensor& c,
                            double floor) {
  const auto n = static_cast<double>(q.size(1));
  const at::Tensor zero = at::zeros({1}, c.options());
  const at::Tensor energy = c.norm();
  if (energy.item<double>() <= floor) return at::zeros({3 + c.size(1)}, c.options());

  at::Tensor column_sum = sums.matmul(c);
  at::Tensor s1 = zero;
  if (column_sum.norm().item<double>() > floor * std::sqrt(n)) {
    s1 = column_sum.norm().view({1});
  } else {
    column_sum = at::zeros_like(column_sum);
  }
  const at::Tensor rows = q.t().mm(c);
  const at::Tensor seen =
      (rows.detach().norm(2, 1) > floor).nonzero().view({-1});  // norms have no gradient at 0
  const at::Tensor s3 = rows.index_select(0, seen).norm(2, 1).sum() / n;
  return at::cat({s1, energy.view({1}), s3.view({1}), column_sum / n});
}

}  // namespace

at::Tensor projection_tensor(std::int64_t features, std::int64_t rp_dim, std::uint64_t seed) {
  const Eigen::MatrixXd projection = random_projection(features, rp_dim, seed);
  at::Tensor r = at::empty({features, rp_dim}, at::kDouble);
  for (std::int64_t i = 0; i < features; ++i) {
    for (std::int64_t j = 0; j < rp_dim; ++j) {
      r.data_ptr<double>()[i * rp_dim + j] = projection(i, j);
    }
  }
  return r;
}

double zero_floor(at::ScalarType dtype) { return dtype == at::kDouble ? 1e-10 : 1e-6; }

IsotypicReadout::IsotypicReadout(const IsotypicReadoutOptions& options_, std::int64_t features_,
                                 bool plain_)
    : options(options_), features(features_), plain(plain_) {
  if (options.max_blocks < 1) {
    fail("IsotypicReadout", "max_blocks must be positive, got ", options.max_blocks);
  }
  if (options.rp_dim < 0 || (options.rp_dim == 0 && options.variant != ReadoutVariant::Full)) {
    fail("IsotypicReadout", "rp_dim ", options.rp_dim, " leaves nothing to read");
  }
  R = register_buffer("R", projection_tensor(features, options.rp_dim, options.seed));
}

std::int64_t IsotypicReadout::width() const {
  if (options.variant == ReadoutVariant::Linear) return options.rp_dim;
  const std::int64_t per_block =
      options.variant == ReadoutVariant::Full ? 3 + options.rp_dim : options.rp_dim;
  return options.max_blocks * per_block;
}

at::Tensor IsotypicReadout::forward(const at::Tensor& x, const Batch& batch) {
  check_readout_input("IsotypicReadout", x, batch, features);
  if (!batch.has_channels()) fail("IsotypicReadout", "the batch has no channels");
  if (batch.channels.basis.scalar_type() != x.scalar_type()) {
    fail("IsotypicReadout", "embeddings are ", x.scalar_type(), ", bases ",
         batch.channels.basis.scalar_type());
  }
  if (options.max_blocks > batch.channels.max_blocks) {
    fail("IsotypicReadout", "wants ", options.max_blocks, " blocks, but bases were cut off after ",
         batch.channels.max_blocks);
  }
  const at::Tensor projection = R.to(x.scalar_type());
  return plain || !x.is_cpu() ? isotypic_features_plain(x, batch, projection, options)
                              : isotypic_features(x, batch, projection, options);
}

at::Tensor isotypic_features_plain(const at::Tensor& x, const Batch& batch, const at::Tensor& R,
                                   const IsotypicReadoutOptions& options) {
  const double floor = zero_floor(x.scalar_type());
  std::vector<at::Tensor> graphs;
  for (std::int64_t g = 0; g < batch.num_graphs; ++g) {
    const GraphChannels own = channels_of(batch, g, options.max_blocks);
    const at::Tensor m = x.narrow(0, own.first_node, own.num_nodes);
    const double limit = floor * m.detach().norm().item<double>();
    const at::Tensor c = coefficients(m, own, options);
    std::vector<at::Tensor> slots;
    std::int64_t column = 0;
    for (const std::int64_t dim : own.dims) {
      const at::Tensor block =
          block_statistics(own.basis.narrow(0, column, dim), own.sums.narrow(0, column, dim),
                           c.narrow(0, column, dim), limit);
      const at::Tensor projected = block.slice(0, 3).matmul(R);
      slots.push_back(options.variant == ReadoutVariant::Full
                          ? at::cat({block.slice(0, 0, 3), projected})
                          : projected);
      column += dim;
    }
    const std::int64_t slot_width =
        options.variant == ReadoutVariant::Full ? 3 + R.size(1) : R.size(1);
    slots.resize(static_cast<std::size_t>(options.max_blocks),
                 at::zeros({slot_width}, x.options()));
    graphs.push_back(options.variant == ReadoutVariant::Linear ? at::stack(slots).sum(0)
                                                               : at::cat(slots));
  }
  return at::stack(graphs);
}

at::Tensor retained_energy(const at::Tensor& x, const Batch& batch,
                           const IsotypicReadoutOptions& options) {
  at::Tensor fractions = at::ones({batch.num_graphs}, x.options());
  for (std::int64_t g = 0; g < batch.num_graphs; ++g) {
    const GraphChannels own = channels_of(batch, g, options.max_blocks);
    const at::Tensor m = x.detach().narrow(0, own.first_node, own.num_nodes);
    const at::Tensor seen = options.centre ? m - m.mean(0, /*keepdim=*/true) : m;
    const double total = seen.square().sum().item<double>();
    if (total <= std::pow(zero_floor(x.scalar_type()), 2) * m.square().sum().item<double>())
      continue;
    const double kept = coefficients(m, own, options).square().sum().item<double>();
    fractions[g] = std::min(1.0, kept / total);
  }
  return fractions;
}

}  // namespace isotypic::nn
