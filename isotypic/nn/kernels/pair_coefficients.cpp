// The network that turns described pairs into coefficients, block by block: phi is never stored.
#include <ATen/ATen.h>
#include <ATen/Dispatch.h>
#include <torch/csrc/autograd/custom_function.h>

#include <algorithm>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/fused_loops.hpp"
#include "isotypic/nn/kernels/operator_kernel.hpp"
#include "isotypic/nn/kernels/small_gemm.hpp"
#include "isotypic/nn/kernels/vector_loops.hpp"

namespace isotypic::nn {
namespace {

constexpr std::int64_t block_rows = 64;

/// Where the columns of phi come from.
template <typename T>
struct PhiSource {
  const T* values;  ///< [types, num_values]
  const T* mean;
  const T* factor;
  std::int64_t num_values;
  const std::int32_t* distances;
  std::int64_t num_distances;
  const std::int32_t* categories;  ///< [types, num_categories]
  std::int64_t num_categories;
  std::vector<std::int64_t> category_sizes;
  std::int64_t types;
  std::int64_t columns;

  /// Rows first to first + block_rows; those behind the last type are zero.
  void fill(std::int64_t first, T* phi) const {
    const std::int64_t rows = std::min(block_rows, types - first);
    std::fill_n(phi, block_rows * columns, T(0));
    for (std::int64_t r = 0; r < rows; ++r) {
      T* row = phi + r * columns;
      const T* value = values + (first + r) * num_values;
      for (std::int64_t k = 0; k < num_values; ++k) row[k] = (value[k] - mean[k]) * factor[k];
      row += num_values;
      if (distances[first + r] >= num_distances) {
        fail("pair_coefficients", "a distance is ", distances[first + r], ", above ",
             num_distances - 1);
      }
      row[distances[first + r]] = T(1);
      row += num_distances;
      for (std::size_t c = 0; c < category_sizes.size(); ++c) {
        const std::int32_t category =
            categories[(first + r) * num_categories + static_cast<std::int64_t>(c)];
        if (category >= category_sizes[c]) {
          fail("pair_coefficients", "there is no category ", category, " of edges in column ", c);
        }
        if (category >= 0) row[category] = T(1);
        row += category_sizes[c];
      }
    }
  }
};

/// The layers, row-major and transposed: inputs x outputs.
template <typename T>
struct Network {
  std::int64_t columns, hidden, heads;
  const T* first;  ///< [columns, hidden]
  const T* first_bias;
  const T* second;  ///< [hidden, heads]
  const T* second_bias;
};

template <typename T>
void repeat_row(const T* row, std::int64_t width, T* out) {
  for (std::int64_t r = 0; r < block_rows; ++r) std::copy_n(row, width, out + r * width);
}

/// h [blocks * block_rows, hidden] after ReLU, c [blocks * block_rows, heads].
template <typename T>
void forward_blocks(const PhiSource<T>& source, const Network<T>& net, T* h, T* c) {
  std::vector<T> phi(static_cast<std::size_t>(block_rows * net.columns));
  for (std::int64_t first = 0; first < source.types; first += block_rows) {
    source.fill(first, phi.data());
    T* own = h + first * net.hidden;
    small_gemm(net.hidden, block_rows, net.columns, net.first, net.hidden, phi.data(), net.columns,
               own, net.hidden, TransposeB::No, Accumulate::No);
    add_bias_relu(own, net.first_bias, block_rows, net.hidden);
    repeat_row(net.second_bias, net.heads, c + first * net.heads);
    small_gemm(net.heads, block_rows, net.hidden, net.second, net.heads, own, net.hidden,
               c + first * net.heads, net.heads, TransposeB::No, Accumulate::Yes);
  }
}

template <typename T>
struct NetworkGradient {
  T* first;  ///< [columns, hidden]
  T* first_bias;
  T* second;  ///< [heads, hidden]
  T* second_bias;
};

/// `second` is [heads, hidden] here; dc [types, heads].
template <typename T>
void backward_blocks(const PhiSource<T>& source, const Network<T>& net, const T* h, const T* dc,
                     const NetworkGradient<T>& gradient) {
  std::vector<T> phi(static_cast<std::size_t>(block_rows * net.columns));
  std::vector<T> dh(static_cast<std::size_t>(block_rows * net.hidden));
  std::vector<T> last(static_cast<std::size_t>(block_rows * net.heads), T(0));
  for (std::int64_t first = 0; first < source.types; first += block_rows) {
    const std::int64_t rows = std::min(block_rows, source.types - first);
    const T* d_own = dc + first * net.heads;
    if (rows < block_rows) {
      std::copy_n(d_own, rows * net.heads, last.data());
      d_own = last.data();
    }
    for (std::int64_t r = 0; r < rows; ++r) {
      add_scaled(gradient.second_bias, d_own + r * net.heads, T(1), net.heads);
    }
    const T* own = h + first * net.hidden;
    small_gemm(net.hidden, net.heads, block_rows, own, net.hidden, d_own, net.heads,
               gradient.second, net.hidden, TransposeB::Yes, Accumulate::Yes);
    small_gemm(net.hidden, block_rows, net.heads, net.second, net.hidden, d_own, net.heads,
               dh.data(), net.hidden, TransposeB::No, Accumulate::No);
    relu_backward(dh.data(), own, block_rows, net.hidden, gradient.first_bias);
    source.fill(first, phi.data());
    small_gemm(net.hidden, net.columns, block_rows, dh.data(), net.hidden, phi.data(), net.columns,
               gradient.first, net.hidden, TransposeB::Yes, Accumulate::Yes);
  }
}

template <typename T>
PhiSource<T> source_of(const at::Tensor& values, const at::Tensor& mean, const at::Tensor& factor,
                       const at::Tensor& distances, const at::Tensor& categories,
                       const std::vector<std::int64_t>& sizes, std::int64_t num_distances,
                       std::int64_t columns) {
  const bool reads = !sizes.empty();
  return {values.data_ptr<T>(),
          mean.data_ptr<T>(),
          factor.data_ptr<T>(),
          values.size(1),
          distances.data_ptr<std::int32_t>(),
          num_distances,
          reads ? categories.data_ptr<std::int32_t>() : nullptr,
          reads ? categories.size(1) : 0,
          sizes,
          values.size(0),
          columns};
}

class CoefficientFunction : public torch::autograd::Function<CoefficientFunction> {
 public:
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& first,
                            const at::Tensor& first_bias, const at::Tensor& second,
                            const at::Tensor& second_bias, const std::vector<at::Tensor>& described,
                            const std::vector<std::int64_t>& sizes, std::int64_t num_distances) {
    const std::int64_t types = described[0].size(0);
    const std::int64_t padded = (types + block_rows - 1) / block_rows * block_rows;
    const at::Tensor first_t = first.t().contiguous();
    const at::Tensor second_t = second.t().contiguous();
    at::Tensor h = at::empty({padded, first.size(0)}, first.options());
    at::Tensor c = at::empty({padded, second.size(0)}, first.options());
    AT_DISPATCH_FLOATING_TYPES(first.scalar_type(), "pair_coefficients", [&] {
      forward_blocks<scalar_t>(
          source_of<scalar_t>(described[0], described[1], described[2], described[3], described[4],
                              sizes, num_distances, first.size(1)),
          {first.size(1), first.size(0), second.size(0), first_t.data_ptr<scalar_t>(),
           first_bias.data_ptr<scalar_t>(), second_t.data_ptr<scalar_t>(),
           second_bias.data_ptr<scalar_t>()},
          h.data_ptr<scalar_t>(), c.data_ptr<scalar_t>());
    });
    std::vector<at::Tensor> saved = {second, h};
    saved.insert(saved.end(), described.begin(), described.end());
    context->save_for_backward(saved);
    context->saved_data["sizes"] = sizes;
    context->saved_data["num_distances"] = num_distances;
    context->saved_data["columns"] = first.size(1);
    return c.narrow(0, 0, types).clone();
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto saved = context->get_saved_variables();
    const at::Tensor second = saved[0].contiguous();
    const at::Tensor& h = saved[1];
    const auto sizes = context->saved_data["sizes"].toIntVector();
    const std::int64_t num_distances = context->saved_data["num_distances"].toInt();
    const std::int64_t columns = context->saved_data["columns"].toInt();
    const std::int64_t hidden = second.size(1);
    const std::int64_t heads = second.size(0);
    const at::Tensor dc = grads[0].contiguous();
    const at::Tensor d_first = at::zeros({columns, hidden}, h.options());
    const at::Tensor d_first_bias = at::zeros({hidden}, h.options());
    const at::Tensor d_second = at::zeros({heads, hidden}, h.options());
    const at::Tensor d_second_bias = at::zeros({heads}, h.options());
    AT_DISPATCH_FLOATING_TYPES(h.scalar_type(), "pair_coefficients_backward", [&] {
      backward_blocks<scalar_t>(
          source_of<scalar_t>(saved[2], saved[3], saved[4], saved[5], saved[6], sizes,
                              num_distances, columns),
          {columns, hidden, heads, nullptr, nullptr, second.data_ptr<scalar_t>(), nullptr},
          h.data_ptr<scalar_t>(), dc.data_ptr<scalar_t>(),
          {d_first.data_ptr<scalar_t>(), d_first_bias.data_ptr<scalar_t>(),
           d_second.data_ptr<scalar_t>(), d_second_bias.data_ptr<scalar_t>()});
    });
    return {d_first.t(), d_first_bias, d_second, d_second_bias, {}, {}, {}};
  }
};

}  // namespace

at::Tensor pair_coefficients(const PairBatch& pairs, const OperatorReadout& readout) {
  const OperatorOptions& options = readout.options;
  const Mlp& network = *readout.coefficients;
  return CoefficientFunction::apply(
      network.first->weight, network.first->bias, network.second->weight, network.second->bias,
      std::vector<at::Tensor>{
          pairs.values, readout.pair_mean, readout.pair_factor, pairs.distances,
          pairs.categories.defined() ? pairs.categories : at::empty({0, 0}, at::kInt)},
      options.edge_categories, options.max_distance + 1);
}

}  // namespace isotypic::nn
