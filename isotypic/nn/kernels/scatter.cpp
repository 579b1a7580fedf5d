#include "isotypic/nn/kernels/scatter.hpp"

#include <ATen/ATen.h>
#include <c10/util/Exception.h>

#include <cmath>
#include <mutex>

#include "isotypic/nn/kernels/row_scatter.hpp"

namespace isotypic::nn {
namespace {

/// A tensor of shape [rows, 1, ...] that broadcasts against `like`.
at::Tensor broadcastable(const at::Tensor& rows, const at::Tensor& like) {
  std::vector<std::int64_t> shape(static_cast<std::size_t>(like.dim()), 1);
  shape[0] = rows.size(0);
  return rows.view(shape);
}

/// The library never prints, and LibTorch 1.13 warns that scatter_reduce is young.
class SilentHandler : public c10::WarningHandler {
 public:
  void process(const c10::SourceLocation& /*source*/, const std::string& /*message*/,
               const bool /*verbatim*/) override {}
};

/// LibTorch gives that warning once per process: have it given into the void.
void swallow_beta_warning() {
  static std::once_flag done;
  std::call_once(done, [] {
    SilentHandler silent;
    const c10::Warning::WarningHandlerGuard guard(&silent);
    static_cast<void>(at::scatter_reduce(at::zeros({1}), 0, at::zeros({1}, at::kLong),
                                         at::zeros({1}), "amax", /*include_self=*/false));
  });
}

at::Tensor scatter_extremum(const at::Tensor& values, const at::Tensor& index, std::int64_t groups,
                            const char* reduction) {
  swallow_beta_warning();
  auto shape = values.sizes().vec();
  shape[0] = groups;
  return at::scatter_reduce(at::zeros(shape, values.options()), 0,
                            broadcastable(index, values).expand_as(values), values, reduction,
                            /*include_self=*/false);
}

}  // namespace

at::Tensor gather_rows(const at::Tensor& values, const at::Tensor& index) {
  return rows_on_cpu(values) ? gather_rows_cpu(values, index) : values.index_select(0, index);
}

at::Tensor scatter_sum(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  if (rows_on_cpu(values)) return scatter_rows_cpu(values, index, groups);
  auto shape = values.sizes().vec();
  shape[0] = groups;
  return at::index_add(at::zeros(shape, values.options()), 0, index, values);
}

at::Tensor scatter_mean(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  const at::Tensor counts = group_sizes(index, groups).clamp_min(1).to(values.scalar_type());
  return scatter_sum(values, index, groups) / broadcastable(counts, values);
}

at::Tensor scatter_max(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  if (rows_on_cpu(values)) return scatter_max_cpu(values, index, groups);
  return scatter_extremum(values, index, groups, "amax");
}

at::Tensor scatter_min(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  if (rows_on_cpu(values)) return -scatter_max_cpu(-values, index, groups);
  return scatter_extremum(values, index, groups, "amin");
}

at::Tensor scatter_std(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  const at::Tensor mean = scatter_mean(values, index, groups);
  return deviation_of(scatter_mean(values * values, index, groups) - mean * mean);
}

at::Tensor deviation_of(const at::Tensor& variance) {
  const at::Tensor deviation = variance.clamp_min(1e-5).sqrt();
  return deviation.masked_fill(deviation <= std::sqrt(1e-5), 0.0);
}

at::Tensor scatter_softmax(const at::Tensor& values, const at::Tensor& index, std::int64_t groups) {
  const at::Tensor largest = scatter_max(values.detach(), index, groups);
  const at::Tensor exponentials = (values - gather_rows(largest, index)).exp();
  const at::Tensor sums = scatter_sum(exponentials, index, groups) + 1e-16;
  return exponentials / gather_rows(sums, index);
}

at::Tensor group_sizes(const at::Tensor& index, std::int64_t groups) {
  return at::bincount(index, {}, groups);
}

}  // namespace isotypic::nn
