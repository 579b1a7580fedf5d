#include "isotypic/nn/kernels/edges/edge_statistics.hpp"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <limits>

#include "isotypic/nn/kernels/edges/edge_tensors.hpp"
#include "isotypic/nn/kernels/edges/message_loops.hpp"
#include "isotypic/nn/kernels/row_scatter.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

template <typename T>
MessageInputs<T> inputs(const at::Tensor& left, const at::Tensor& right, const TermRows& terms) {
  return {left.data_ptr<T>(), right.data_ptr<T>(), terms.data<T>()};
}

class StatisticsFunction : public torch::autograd::Function<StatisticsFunction> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& left,
                            const at::Tensor& right, const c10::optional<at::Tensor>& terms,
                            const EdgeTensors& edges) {
    const TermRows added(terms, left);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    at::Tensor sums = at::zeros_like(left);
    at::Tensor squares = at::zeros_like(left);
    at::Tensor least = at::full_like(left, infinity);
    at::Tensor largest = at::full_like(left, -infinity);
    AT_DISPATCH_FLOATING_TYPES(left.scalar_type(), "message_statistics", [&] {
      message_moments(edge_rows(edges, left, added), inputs<scalar_t>(left, right, added),
                      {sums.data_ptr<scalar_t>(), squares.data_ptr<scalar_t>(),
                       least.data_ptr<scalar_t>(), largest.data_ptr<scalar_t>()});
    });
    const at::Tensor degrees = group_sizes(edges.target, left.size(0)).unsqueeze(1);
    const at::Tensor counts = degrees.clamp_min(1).to(left.scalar_type());
    least.masked_fill_(degrees == 0, 0.0);
    largest.masked_fill_(degrees == 0, 0.0);
    const at::Tensor mean = sums / counts;
    const at::Tensor deviation = deviation_of(squares / counts - mean * mean);
    context->save_for_backward({left, right, mean, least, largest, deviation, counts, edges.source,
                                edges.target, terms ? *terms : at::Tensor()});
    return at::cat({mean, least, largest, deviation}, 1);
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& left = saved[0];
    const at::Tensor& mean = saved[2];
    const at::Tensor& least = saved[3];
    const at::Tensor& largest = saved[4];
    const at::Tensor& deviation = saved[5];
    const at::Tensor& counts = saved[6];
    const EdgeTensors edges{saved[7], saved[8]};
    const TermRows added(optional_of(saved[9]), left);
    const auto parts = gradients[0].chunk(4, 1);
    // d deviation / d m = (m - mean) / (count deviation), and nothing where it counts as zero.
    const at::Tensor slope =
        (parts[3] / (counts * deviation)).masked_fill(deviation == 0, 0.0).contiguous();
    const at::Tensor constant = (parts[0] / counts - slope * mean).contiguous();
    at::Tensor num_least = at::zeros_like(left);
    at::Tensor num_largest = at::zeros_like(left);
    at::Tensor d_left = at::zeros_like(left);
    at::Tensor d_right = at::zeros_like(left);
    const at::Tensor d_terms = added.gradient();
    AT_DISPATCH_FLOATING_TYPES(left.scalar_type(), "message_statistics_backward", [&] {
      const EdgeRows rows = edge_rows(edges, left, added);
      const auto in = inputs<scalar_t>(left, saved[1], added);
      count_extrema(rows, in, least.data_ptr<scalar_t>(), largest.data_ptr<scalar_t>(),
                    num_least.data_ptr<scalar_t>(), num_largest.data_ptr<scalar_t>());
      const at::Tensor least_share = (parts[1] / num_least.clamp_min(1)).contiguous();
      const at::Tensor largest_share = (parts[2] / num_largest.clamp_min(1)).contiguous();
      message_backward<scalar_t>(rows, in,
                                 {constant.data_ptr<scalar_t>(), slope.data_ptr<scalar_t>(),
                                  least.data_ptr<scalar_t>(), least_share.data_ptr<scalar_t>(),
                                  largest.data_ptr<scalar_t>(), largest_share.data_ptr<scalar_t>()},
                                 {d_left.data_ptr<scalar_t>(), d_right.data_ptr<scalar_t>(),
                                  d_terms.data_ptr<scalar_t>()});
    });
    return {d_left, d_right, added.given ? d_terms : at::Tensor(), {}};
  }
};

}  // namespace

at::Tensor message_statistics(const SumMessages& in, const Edges& edges) {
  if (!rows_on_cpu(in.left)) return message_statistics_plain(in, edges);
  return StatisticsFunction::apply(in.left.contiguous(), in.right.contiguous(),
                                   contiguous_optional(in.terms),
                                   checked_edges("message_statistics", edges));
}

at::Tensor message_statistics_plain(const SumMessages& in, const Edges& edges) {
  at::Tensor messages = gather_rows(in.left, edges.target) + gather_rows(in.right, edges.source);
  if (in.terms.defined()) messages = messages + in.terms;
  const std::int64_t n = edges.num_nodes;
  return at::cat({scatter_mean(messages, edges.target, n), scatter_min(messages, edges.target, n),
                  scatter_max(messages, edges.target, n), scatter_std(messages, edges.target, n)},
                 1);
}

}  // namespace isotypic::nn
