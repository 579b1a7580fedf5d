#include "isotypic/nn/kernels/shared_norm.hpp"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>

#include "isotypic/nn/kernels/moments.hpp"

namespace isotypic::nn {
namespace {

std::vector<double> numbers(const at::Tensor& tensor) {
  const at::Tensor own = tensor.to(at::kCPU, at::kDouble).contiguous();
  return {own.data_ptr<double>(), own.data_ptr<double>() + own.numel()};
}

at::Tensor row_of(const std::vector<double>& values, const at::Tensor& like) {
  return at::tensor(values, at::kDouble).to(like.options());
}

struct ShareHolder : torch::CustomClassHolder {
  std::shared_ptr<const BatchShare> share;
};

/// (x, gamma, beta) -> y, with mean and inv_std of all shares.
class SharedNormFunction : public torch::autograd::Function<SharedNormFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& x,
                            const at::Tensor& gamma, const at::Tensor& beta, const at::Tensor& mean,
                            const at::Tensor& inv_std,
                            const std::shared_ptr<const BatchShare>& share) {
    const at::Tensor xhat = (x - mean) * inv_std;
    context->save_for_backward({xhat, gamma, inv_std});
    auto holder = c10::make_intrusive<ShareHolder>();
    holder->share = share;
    context->saved_data["share"] = c10::IValue::make_capsule(holder);
    return xhat * gamma + beta;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& xhat = saved[0];
    const at::Tensor d_beta = grads[0].sum(0);
    const at::Tensor d_gamma = (grads[0] * xhat).sum(0);
    const auto capsule = context->saved_data["share"].toCapsule();
    const BatchShare& share = *static_cast<ShareHolder*>(capsule.get())->share;
    const ColumnMoments sums = sum_shares(share, {numbers(d_beta), numbers(d_gamma), xhat.size(0)});
    const auto rows = static_cast<double>(sums.rows_seen);
    const at::Tensor mean_dy = row_of(sums.first, d_beta) / rows;
    const at::Tensor mean_dy_xhat = row_of(sums.second, d_beta) / rows;
    const at::Tensor dx = saved[1] * saved[2] * (grads[0] - mean_dy - xhat * mean_dy_xhat);
    return {dx, d_gamma, d_beta, at::Tensor(), at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor batch_norm(torch::nn::BatchNorm1d& norm, const at::Tensor& x,
                      const std::shared_ptr<const BatchShare>& share) {
  if (share == nullptr || !norm->is_training()) return norm(x);
  at::Tensor mean;
  at::Tensor inv_std;
  {
    const at::NoGradGuard no_grad;
    const at::Tensor own_mean = x.to(at::kDouble).mean(0);
    const at::Tensor own_squares = (x - own_mean).square().sum(0);
    const ColumnMoments all =
        merge_shares(*share, {numbers(own_mean), numbers(own_squares), x.size(0)});
    const auto count = static_cast<double>(all.rows_seen);
    const at::Tensor squares = at::tensor(all.second, at::kDouble);
    mean = row_of(all.first, x);
    inv_std = (squares / count + norm->options.eps()).rsqrt().to(x.options());
    const double momentum = norm->options.momentum().value();
    norm->running_mean.lerp_(mean, momentum);
    norm->running_var.lerp_((squares / std::max(1.0, count - 1)).to(x.options()), momentum);
    norm->num_batches_tracked += 1;
  }
  return SharedNormFunction::apply(x, norm->weight, norm->bias, mean, inv_std, share);
}

}  // namespace isotypic::nn
