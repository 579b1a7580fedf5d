// The network that turns described pairs into coefficients, block by block: phi is never stored.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/team.hpp"
#include "isotypic/nn/kernels/lanes.hpp"
#include "isotypic/nn/kernels/operators/operator_kernel.hpp"
#include "isotypic/nn/kernels/operators/pair_network.hpp"
#include "isotypic/nn/kernels/operators/type_loops.hpp"
#include "isotypic/nn/kernels/row_loops.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* where = "pair_coefficients";

/// The described types of a batch: values, mean, factor, distances, categories.
using Described = std::vector<at::Tensor>;

/// Sizes that say which column of phi is what.
struct PhiShape {
  std::int64_t num_distances;
  std::vector<std::int64_t> category_sizes;
  std::vector<std::int64_t> category_rows;  ///< behind the distances

  PhiShape(std::int64_t distances, std::vector<std::int64_t> sizes)
      : num_distances(distances), category_sizes(std::move(sizes)) {
    std::int64_t row = num_distances;
    for (const std::int64_t size : category_sizes) {
      category_rows.push_back(row);
      row += size;
    }
  }
};

template <typename T>
TypeRows<T> rows_of(const Described& described, const PhiShape& shape, std::int64_t width) {
  const bool reads = !shape.category_sizes.empty();
  return {described[0].data_ptr<T>(),
          described[1].data_ptr<T>(),
          described[2].data_ptr<T>(),
          described[0].size(1),
          described[3].data_ptr<std::int32_t>(),
          reads ? described[4].data_ptr<std::int32_t>() : nullptr,
          reads ? described[4].size(1) : 0,
          shape.category_rows.data(),
          width};
}

/// The kernels trust their indices.
void check_indices(const PairBatch& pairs, const PhiShape& shape) {
  const auto* distances = pairs.distances.data_ptr<std::int32_t>();
  for (std::int64_t t = 0; t < pairs.distances.size(0); ++t) {
    if (distances[t] < 0 || distances[t] >= shape.num_distances) {
      fail(where, "a distance is ", distances[t], ", not in 0..", shape.num_distances - 1);
    }
  }
  if (shape.category_sizes.empty()) return;
  const auto* category = pairs.categories.data_ptr<std::int32_t>();
  for (std::int64_t t = 0; t < pairs.categories.size(0); ++t) {
    for (const std::int64_t size : shape.category_sizes) {
      if (*category >= size) fail(where, "edges have a category ", *category, " of ", size);
      ++category;
    }
  }
}

template <typename T>
struct NetworkGradient {
  T* first;  ///< [columns, hidden]
  T* first_bias;
  T* second;  ///< [heads, hidden]
  T* second_bias;
};

/// forward_blocks() for all types.
template <typename T>
void share_forward(const TypeRows<T>& types, std::int64_t count, const PairNetwork<T>& net, T* h,
                   T* c) {
  constexpr std::int64_t step = 16 * block_rows;
  share_loop((count + step - 1) / step, [&](std::int64_t i) {
    std::vector<T> phi(static_cast<std::size_t>(block_rows * types.num_values));
    forward_blocks(types, i * step, std::min(count, (i + 1) * step), net, phi.data(), h, c);
  });
}

/// The types from `begin` to `end`, as forward_blocks(). `net.second` is [heads, hidden] here;
/// dc [types, heads].
template <typename T>
void backward_blocks(const TypeRows<T>& types, std::int64_t begin, std::int64_t end,
                     const PairNetwork<T>& net, const T* h, const T* dc,
                     const NetworkGradient<T>& gradient) {
  std::vector<T> phi(static_cast<std::size_t>(block_rows * types.num_values), T(0));
  std::vector<T> dh(static_cast<std::size_t>(block_rows * net.hidden));
  std::vector<T> last(static_cast<std::size_t>(block_rows * net.heads), T(0));
  const std::vector<T> ones(static_cast<std::size_t>(block_rows), T(1));
  for (std::int64_t first = begin; first < end; first += block_rows) {
    const std::int64_t rows = std::min(block_rows, end - first);
    const T* d_own = dc + first * net.heads;
    if (rows < block_rows) {
      std::copy_n(d_own, rows * net.heads, last.data());
      d_own = last.data();
    }
    small_gemm(net.heads, 1, block_rows, d_own, net.heads, ones.data(), block_rows,
               gradient.second_bias, net.heads, TransposeB::No, Accumulate::Yes);
    const T* own = h + first * net.hidden;
    small_gemm(net.hidden, net.heads, block_rows, own, net.hidden, d_own, net.heads,
               gradient.second, net.hidden, TransposeB::Yes, Accumulate::Yes);
    small_gemm(net.hidden, block_rows, net.heads, net.second, net.hidden, d_own, net.heads,
               dh.data(), net.hidden, TransposeB::No, Accumulate::No);
    relu_backward(dh.data(), own, block_rows, net.hidden, gradient.first_bias);
    standardise_types(types, first, rows, phi.data());
    small_gemm(net.hidden, types.num_values, block_rows, dh.data(), net.hidden, phi.data(),
               types.num_values, gradient.first, net.hidden, TransposeB::Yes, Accumulate::Yes);
    table_gradient(types, first, rows, dh.data(), gradient.first + types.num_values * net.hidden);
  }
}

/// backward_blocks() for all types.
template <typename T>
void share_backward(const TypeRows<T>& types, std::int64_t count, const PairNetwork<T>& net,
                    const T* h, const T* dc, const NetworkGradient<T>& gradient) {
  const Lanes lanes = make_lanes((count + block_rows - 1) / block_rows, count);
  LaneSums<T> first(gradient.first, net.columns * net.hidden, lanes);
  LaneSums<T> first_bias(gradient.first_bias, net.hidden, lanes);
  LaneSums<T> second(gradient.second, net.heads * net.hidden, lanes);
  LaneSums<T> second_bias(gradient.second_bias, net.heads, lanes);
  share_loop(lanes.count, [&](std::int64_t lane) {
    backward_blocks<T>(
        types, lanes.begin(lane) * block_rows, std::min(count, lanes.end(lane) * block_rows), net,
        h, dc, {first.of(lane), first_bias.of(lane), second.of(lane), second_bias.of(lane)});
  });
  for (LaneSums<T>* sums : {&first, &first_bias, &second, &second_bias}) sums->add_up();
}

class CoefficientFunction : public torch::autograd::Function<CoefficientFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& first,
                            const at::Tensor& first_bias, const at::Tensor& second,
                            const at::Tensor& second_bias, const Described& described,
                            const PhiShape& shape) {
    const std::int64_t types = described[0].size(0);
    const std::int64_t padded = padded_types(types);
    const at::Tensor first_t = first.t().contiguous();
    const at::Tensor second_t = second.t().contiguous();
    at::Tensor h = at::empty({padded, first.size(0)}, first.options());
    at::Tensor c = at::empty({padded, second.size(0)}, first.options());
    AT_DISPATCH_FLOATING_TYPES(first.scalar_type(), "pair_coefficients", [&] {
      share_forward<scalar_t>(rows_of<scalar_t>(described, shape, first.size(0)), types,
                              {first.size(1), first.size(0), second.size(0),
                               first_t.data_ptr<scalar_t>(), first_bias.data_ptr<scalar_t>(),
                               second_t.data_ptr<scalar_t>(), second_bias.data_ptr<scalar_t>()},
                              h.data_ptr<scalar_t>(), c.data_ptr<scalar_t>());
    });
    std::vector<at::Tensor> saved = {second, h};
    saved.insert(saved.end(), described.begin(), described.end());
    context->save_for_backward(saved);
    context->saved_data["sizes"] = shape.category_sizes;
    context->saved_data["num_distances"] = shape.num_distances;
    context->saved_data["columns"] = first.size(1);
    return c.narrow(0, 0, types).clone();
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor second = saved[0].contiguous();
    const at::Tensor& h = saved[1];
    const Described described(saved.begin() + 2, saved.end());
    const PhiShape shape(context->saved_data["num_distances"].toInt(),
                         context->saved_data["sizes"].toIntVector());
    const std::int64_t columns = context->saved_data["columns"].toInt();
    const std::int64_t hidden = second.size(1);
    const std::int64_t heads = second.size(0);
    const at::Tensor dc = grads[0].contiguous();
    const at::Tensor d_first = at::zeros({columns, hidden}, h.options());
    const at::Tensor d_first_bias = at::zeros({hidden}, h.options());
    const at::Tensor d_second = at::zeros({heads, hidden}, h.options());
    const at::Tensor d_second_bias = at::zeros({heads}, h.options());
    AT_DISPATCH_FLOATING_TYPES(h.scalar_type(), "pair_coefficients_backward", [&] {
      share_backward<scalar_t>(
          rows_of<scalar_t>(described, shape, hidden), dc.size(0),
          {columns, hidden, heads, nullptr, nullptr, second.data_ptr<scalar_t>(), nullptr},
          h.data_ptr<scalar_t>(), dc.data_ptr<scalar_t>(),
          {d_first.data_ptr<scalar_t>(), d_first_bias.data_ptr<scalar_t>(),
           d_second.data_ptr<scalar_t>(), d_second_bias.data_ptr<scalar_t>()});
    });
    return {d_first.t(), d_first_bias, d_second, d_second_bias, {}, {}};
  }
};

}  // namespace

at::Tensor pair_coefficients(const PairBatch& pairs, const OperatorReadout& readout) {
  const PhiShape shape(readout.options.max_distance + 1, readout.options.edge_categories);
  check_indices(pairs, shape);
  const Mlp& network = *readout.coefficients;
  return CoefficientFunction::apply(
      network.first->weight, network.first->bias, network.second->weight, network.second->bias,
      Described{pairs.values, readout.pair_mean, readout.pair_factor, pairs.distances,
                pairs.categories.defined() ? pairs.categories : at::empty({0, 0}, at::kInt)},
      shape);
}

}  // namespace isotypic::nn
