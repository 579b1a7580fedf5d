#include "isotypic/nn/kernels/fused/fused_joints.hpp"

#include <algorithm>

#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {

template <typename T>
void FusedFeedForward<T>::allocate(Workspace& workspace, std::int64_t nodes) {
  this->mlp.allocate(workspace, nodes);
  this->norm.allocate(workspace, this->mlp.out);
  output = workspace.take<T>(nodes * this->mlp.out);
}

template <typename T>
void FusedFeedForward<T>::forward(const T* u, std::int64_t first, std::int64_t rows,
                                  const NormRows<T>& moments) {
  const std::int64_t width = this->mlp.out;
  T* v = output + first * width;
  this->mlp.forward(u, first, rows, v);
  join_and_moments(v, u, this->mlp.bias2, this->dropout, first, rows, width, moments.first,
                   moments.second);
}

template <typename T>
void FusedFeedForward<T>::normalised(std::int64_t first, std::int64_t rows, T* f) const {
  const std::int64_t width = this->mlp.out;
  normalise(output + first * width, this->norm.statistics, rows, width, f);
}

template <typename T>
void FusedFeedForward<T>::sums(const T* df, std::int64_t first, std::int64_t rows,
                               const NormRows<T>& sums) const {
  const std::int64_t width = this->mlp.out;
  norm_sums(df, output + first * width, this->norm.statistics, rows, width, sums.first,
            sums.second);
}

template <typename T>
void FusedFeedForward<T>::backward(const T* u, std::int64_t first, std::int64_t rows,
                                   const NormRows<T>& means, const FusedMlpGradients<T>& gradients,
                                   const FusedScratch<T>& scratch, T* df) const {
  const std::int64_t width = this->mlp.out;
  T* dv = scratch.grad_a;
  const T* dropped = dv;
  T* d_bias = gradients.bias2;
  if (this->dropout.active) {  // the bias is dropped with the rest: its sums come later
    d_bias = scratch.row;
    std::fill_n(d_bias, width, T(0));
  }
  normalise_backward(df, output + first * width, this->norm.statistics, means.first, means.second,
                     rows, width, dv, d_bias);
  if (this->dropout.active) {
    drop_backward(dv, this->dropout, first, rows, width, scratch.input, gradients.bias2);
    dropped = scratch.input;
  }
  this->mlp.backward(u, dropped, first, rows, gradients, scratch.grad_b, df);
  add_scaled(df, dv, T(1), rows * width);
}

template <typename T>
void FusedVirtualNode<T>::allocate(Workspace& workspace, std::int64_t graphs) {
  this->mlp.allocate(workspace, graphs);
  this->norm.allocate(workspace, this->mlp.out);
  for (T** rows : {&sum, &output, &state}) *rows = workspace.take<T>(graphs * this->mlp.out);
}

template <typename T>
void FusedVirtualNode<T>::forward(const T* previous, std::int64_t graphs,
                                  const NormOptions& options, const NormRows<T>& rows) {
  const std::int64_t width = this->mlp.out;
  if (previous != nullptr) add_scaled(sum, previous, T(1), graphs * width);
  this->mlp.forward(sum, 0, graphs, output);
  add_bias_and_moments(output, this->mlp.bias2, graphs, width, rows.first, rows.second);
  ColumnMoments moments;
  moments.begin(width);
  moments.merge(graphs, rows.first, rows.second);
  this->norm.set(moments, options);
  activate(output, this->norm.statistics, this->dropout, 0, graphs, width, state);
  if (previous != nullptr) add_scaled(state, previous, T(1), graphs * width);
}

template <typename T>
void FusedVirtualNode<T>::backward(std::int64_t graphs, const NormOptions& options,
                                   const FusedBlockGradients<T>& gradients, const NormRows<T>& rows,
                                   const GraphScratch<T>& scratch) const {
  const std::int64_t width = this->mlp.out;
  const NormStatistics<T>& statistics = this->norm.statistics;
  T* activation = scratch.d_sum;
  T* dy = scratch.grad;
  activate(output, statistics, this->dropout, 0, graphs, width, activation);
  activate_backward(scratch.d_state, activation, output, statistics,
                    static_cast<T>(this->dropout.factor), graphs, width, dy, rows.first,
                    rows.second);
  ColumnMoments sums;
  sums.begin(width);
  sums.add(graphs, rows.first, rows.second);
  finish_norm_gradient(sums, options, gradients.gamma, gradients.beta, rows.first, rows.second);
  T* dz = activation;
  normalise_backward(dy, output, statistics, rows.first, rows.second, graphs, width, dz,
                     gradients.mlp.bias2);
  this->mlp.backward(sum, dz, 0, graphs, gradients.mlp, scratch.d_hidden, scratch.d_sum);
  add_scaled(scratch.d_state, scratch.d_sum, T(1), graphs * width);
}

template struct FusedFeedForward<float>;
template struct FusedFeedForward<double>;
template struct FusedVirtualNode<float>;
template struct FusedVirtualNode<double>;

}  // namespace isotypic::nn
