#include "isotypic/nn/readouts/pool_readout.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

PoolReadout::PoolReadout(ReadoutKind kind_, std::int64_t features_)
    : kind(kind_), features(features_) {}

std::int64_t PoolReadout::width() const {
  if (kind == ReadoutKind::MeanMax) return 2 * features;
  if (kind == ReadoutKind::PnaStatistics) return 4 * features;
  return features;
}

at::Tensor PoolReadout::forward(const at::Tensor& x, const Batch& batch) {
  check_readout_input("PoolReadout", x, batch, features);
  const at::Tensor& index = batch.graph_of_node;
  const std::int64_t graphs = batch.num_graphs;
  switch (kind) {
    case ReadoutKind::Sum:
      return scatter_sum(x, index, graphs);
    case ReadoutKind::Mean:
      return scatter_mean(x, index, graphs);
    case ReadoutKind::Max:
      return scatter_max(x, index, graphs);
    case ReadoutKind::MeanMax:
      return at::cat({scatter_mean(x, index, graphs), scatter_max(x, index, graphs)}, 1);
    case ReadoutKind::PnaStatistics:
      return at::cat({scatter_mean(x, index, graphs), scatter_sum(x, index, graphs),
                      scatter_max(x, index, graphs), scatter_std(x, index, graphs)},
                     1);
    default:
      fail("PoolReadout", "not a pooling statistic");
  }
}

}  // namespace isotypic::nn
