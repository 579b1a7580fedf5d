// row_loops: BatchNorm, ReLU, dropout and biases of rows of nodes, forward and backward.
//
// Matrices are row-major and `width` wide. Defined for float and double.
#pragma once

#include <cstdint>

#include "isotypic/nn/dropout.hpp"

namespace isotypic::nn {

/// What BatchNorm does to one layer's output z: y = z * scale + shift, xhat = (z - mean) * inv_std.
template <typename T>
struct NormStatistics {
  T* scale;
  T* shift;
  T* mean;
  T* inv_std;
};

/// Two numbers per column on the way to such a norm: mean and squared distances from it, or sums of
/// dy and dy * xhat, or the means of these.
template <typename T>
struct NormRows {
  T* first;
  T* second;
};

/// Dropout of one layer: element (row, column) has the number (offset + first + row) * width +
/// column.
struct LayerDropout {
  DropoutMask mask{0, 0.0};
  double factor = 1.0;  ///< 1 / (1 - p)
  bool active = false;
  std::int64_t offset = 0;  ///< place of the share's first row in the whole batch
};

/// h = dropout(relu(z * scale + shift)).
template <typename T>
void activate(const T* z, const NormStatistics<T>& norm, const LayerDropout& dropout,
              std::int64_t first, std::int64_t rows, std::int64_t width, T* h);

/// t = relu(t + bias).
template <typename T>
void add_bias_relu(T* t, const T* bias, std::int64_t rows, std::int64_t width);

/// z += bias; then the mean of every column and the sum of the squared distances from it.
template <typename T>
void add_bias_and_moments(T* z, const T* bias, std::int64_t rows, std::int64_t width, T* mean,
                          T* squares);

/// Subtracts from every column its mean, which is left in `mean`.
template <typename T>
void subtract_mean(T* z, std::int64_t rows, std::int64_t width, T* mean);

/// v = u + dropout(v + bias); then the moments of v, as above.
template <typename T>
void join_and_moments(T* v, const T* u, const T* bias, const LayerDropout& dropout,
                      std::int64_t first, std::int64_t rows, std::int64_t width, T* mean,
                      T* squares);

/// h = z * scale + shift.
template <typename T>
void normalise(const T* z, const NormStatistics<T>& norm, std::int64_t rows, std::int64_t width,
               T* h);

/// The column sums of dy and dy * xhat.
template <typename T>
void norm_sums(const T* dy, const T* z, const NormStatistics<T>& norm, std::int64_t rows,
               std::int64_t width, T* sum_dy, T* sum_dy_xhat);

/// dw = dv with the factors of dropout; the column sums of dw are added to d_bias.
template <typename T>
void drop_backward(const T* dv, const LayerDropout& dropout, std::int64_t first, std::int64_t rows,
                   std::int64_t width, T* dw, T* d_bias);

/// dz = scale * (dy - mean_dy - xhat * mean_dy_xhat); the column sums of dz are added to d_bias.
template <typename T>
void normalise_backward(const T* dy, const T* z, const NormStatistics<T>& norm, const T* mean_dy,
                        const T* mean_dy_xhat, std::int64_t rows, std::int64_t width, T* dz,
                        T* d_bias);

/// dt = 0 where t <= 0; the column sums of the rest are added to d_bias.
template <typename T>
void relu_backward(T* dt, const T* t, std::int64_t rows, std::int64_t width, T* d_bias);

/// dy = dh * factor where h > 0, else 0; column sums of dy and dy * xhat into the last two.
template <typename T>
void activate_backward(const T* dh, const T* h, const T* z, const NormStatistics<T>& norm, T factor,
                       std::int64_t rows, std::int64_t width, T* dy, T* sum_dy, T* sum_dy_xhat);

}  // namespace isotypic::nn
