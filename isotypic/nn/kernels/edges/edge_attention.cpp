#include "isotypic/nn/kernels/edges/edge_attention.hpp"

#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <cmath>

#include "isotypic/nn/kernels/edges/attention_loops.hpp"
#include "isotypic/nn/kernels/edges/edge_tensors.hpp"
#include "isotypic/nn/kernels/row_scatter.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {
namespace {

using torch::autograd::AutogradContext;
using torch::autograd::variable_list;

/// Weights [E, heads] for scores.
at::Tensor empty_weights(const EdgeTensors& edges, const at::Tensor& like) {
  return at::empty({edges.source.size(0), like.size(1)}, like.options());
}

class AdditiveFunction : public torch::autograd::Function<AdditiveFunction> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& left,
                            const at::Tensor& right, const c10::optional<at::Tensor>& terms,
                            const at::Tensor& att, double slope, const EdgeTensors& edges) {
    const TermRows added(terms, left);
    at::Tensor weights = empty_weights(edges, left);
    at::Tensor out = at::zeros_like(left);
    AT_DISPATCH_FLOATING_TYPES(left.scalar_type(), "additive_attention", [&] {
      const EdgeRows rows = edge_rows(edges, left, added);
      const auto in = inputs<scalar_t>(left, right, added, att, slope);
      auto* weight = weights.data_ptr<scalar_t>();
      additive_scores(rows, in, weight);
      softmax_by_target(rows, weight);
      const TermRows none(c10::nullopt, left);
      add_weighted(edge_rows(edges, left, none), weight, in.left, none.data<scalar_t>(),
                   out.data_ptr<scalar_t>());
    });
    context->save_for_backward(
        {left, right, att, weights, edges.source, edges.target, terms ? *terms : at::Tensor()});
    context->saved_data["slope"] = slope;
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& left = saved[0];
    const EdgeTensors edges{saved[4], saved[5]};
    const TermRows added(optional_of(saved[6]), left);
    const TermRows none(c10::nullopt, left);
    const at::Tensor d_out = gradients[0].contiguous();
    at::Tensor d_scores = at::empty_like(saved[3]);
    at::Tensor d_left = at::zeros_like(left);
    at::Tensor d_right = at::zeros_like(left);
    at::Tensor d_att = at::zeros_like(saved[2]);
    const at::Tensor d_terms = added.gradient();
    AT_DISPATCH_FLOATING_TYPES(left.scalar_type(), "additive_attention_backward", [&] {
      const EdgeRows rows = edge_rows(edges, left, added);
      const auto in = inputs<scalar_t>(left, saved[1], added, saved[2],
                                       context->saved_data["slope"].toDouble());
      const auto* weights = saved[3].data_ptr<scalar_t>();
      auto* d_score = d_scores.data_ptr<scalar_t>();
      weight_gradients(edge_rows(edges, left, none), d_out.data_ptr<scalar_t>(), in.left,
                       none.data<scalar_t>(), d_score);
      softmax_by_target_backward(rows, weights, d_score);
      additive_backward(rows, in, weights, d_score, d_out.data_ptr<scalar_t>(),
                        {d_left.data_ptr<scalar_t>(), d_right.data_ptr<scalar_t>(),
                         d_terms.data_ptr<scalar_t>(), d_att.data_ptr<scalar_t>()});
    });
    return {d_left, d_right, added.given ? d_terms : at::Tensor(), d_att, {}, {}};
  }

 private:
  template <typename T>
  static AdditiveInputs<T> inputs(const at::Tensor& left, const at::Tensor& right,
                                  const TermRows& terms, const at::Tensor& att, double slope) {
    return {left.data_ptr<T>(), right.data_ptr<T>(), terms.data<T>(), att.data_ptr<T>(),
            static_cast<T>(slope)};
  }
};

class ProductFunction : public torch::autograd::Function<ProductFunction> {
 public:
  static at::Tensor forward(AutogradContext* context, const at::Tensor& query,
                            const at::Tensor& key, const at::Tensor& value,
                            const c10::optional<at::Tensor>& terms, const EdgeTensors& edges) {
    const TermRows added(terms, query);
    at::Tensor weights = empty_weights(edges, query);
    at::Tensor out = at::zeros_like(query);
    AT_DISPATCH_FLOATING_TYPES(query.scalar_type(), "product_attention", [&] {
      const EdgeRows rows = edge_rows(edges, query, added);
      const auto in = inputs<scalar_t>(query, key, value, added);
      auto* weight = weights.data_ptr<scalar_t>();
      product_scores(rows, in, weight);
      softmax_by_target(rows, weight);
      add_weighted(rows, weight, in.value, in.terms, out.data_ptr<scalar_t>());
    });
    context->save_for_backward(
        {query, key, value, weights, edges.source, edges.target, terms ? *terms : at::Tensor()});
    return out;
  }

  static variable_list backward(AutogradContext* context, const variable_list& gradients) {
    const auto saved = context->get_saved_variables();
    const at::Tensor& query = saved[0];
    const EdgeTensors edges{saved[4], saved[5]};
    const TermRows added(optional_of(saved[6]), query);
    const at::Tensor d_out = gradients[0].contiguous();
    at::Tensor d_scores = at::empty_like(saved[3]);
    at::Tensor d_query = at::zeros_like(query);
    at::Tensor d_key = at::zeros_like(query);
    at::Tensor d_value = at::zeros_like(query);
    const at::Tensor d_terms = added.gradient();
    AT_DISPATCH_FLOATING_TYPES(query.scalar_type(), "product_attention_backward", [&] {
      const EdgeRows rows = edge_rows(edges, query, added);
      const auto in = inputs<scalar_t>(query, saved[1], saved[2], added);
      const auto* weights = saved[3].data_ptr<scalar_t>();
      auto* d_score = d_scores.data_ptr<scalar_t>();
      weight_gradients(rows, d_out.data_ptr<scalar_t>(), in.value, in.terms, d_score);
      softmax_by_target_backward(rows, weights, d_score);
      product_backward(rows, in, weights, d_score, d_out.data_ptr<scalar_t>(),
                       {d_query.data_ptr<scalar_t>(), d_key.data_ptr<scalar_t>(),
                        d_value.data_ptr<scalar_t>(), d_terms.data_ptr<scalar_t>()});
    });
    return {d_query, d_key, d_value, added.given ? d_terms : at::Tensor(), {}};
  }

 private:
  template <typename T>
  static ProductInputs<T> inputs(const at::Tensor& query, const at::Tensor& key,
                                 const at::Tensor& value, const TermRows& terms) {
    const double scale = 1.0 / std::sqrt(static_cast<double>(query.size(2)));
    return {query.data_ptr<T>(), key.data_ptr<T>(), value.data_ptr<T>(), terms.data<T>(),
            static_cast<T>(scale)};
  }
};

}  // namespace

at::Tensor attend(const AdditiveAttention& in, const Edges& edges) {
  if (!rows_on_cpu(in.left)) return attend_plain(in, edges);
  return AdditiveFunction::apply(in.left.contiguous(), in.right.contiguous(),
                                 contiguous_optional(in.terms), in.att.contiguous(), in.slope,
                                 checked_edges("attend", edges));
}

at::Tensor attend_plain(const AdditiveAttention& in, const Edges& edges) {
  const at::Tensor left = gather_rows(in.left, edges.source);
  at::Tensor sum = left + gather_rows(in.right, edges.target);
  if (in.terms.defined()) sum = sum + in.terms;
  const at::Tensor scores = (at::leaky_relu(sum, in.slope) * in.att).sum(-1);
  const at::Tensor weights = scatter_softmax(scores, edges.target, edges.num_nodes);
  return scatter_sum(left * weights.unsqueeze(-1), edges.target, edges.num_nodes);
}

at::Tensor attend(const ProductAttention& in, const Edges& edges) {
  if (!rows_on_cpu(in.query)) return attend_plain(in, edges);
  return ProductFunction::apply(in.query.contiguous(), in.key.contiguous(), in.value.contiguous(),
                                contiguous_optional(in.terms), checked_edges("attend", edges));
}

at::Tensor attend_plain(const ProductAttention& in, const Edges& edges) {
  const at::Tensor query = gather_rows(in.query, edges.target);
  at::Tensor key = gather_rows(in.key, edges.source);
  at::Tensor value = gather_rows(in.value, edges.source);
  if (in.terms.defined()) {
    key = key + in.terms;
    value = value + in.terms;
  }
  const at::Tensor scores =
      (query * key).sum(-1) / std::sqrt(static_cast<double>(in.query.size(2)));
  const at::Tensor weights = scatter_softmax(scores, edges.target, edges.num_nodes);
  return scatter_sum(value * weights.unsqueeze(-1), edges.target, edges.num_nodes);
}

}  // namespace isotypic::nn
