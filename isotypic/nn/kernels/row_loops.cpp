#include "isotypic/nn/kernels/row_loops.hpp"

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

/// The sum of every column, in `mean`, becomes its mean; then the squared distances from it.
template <typename T>
ISOTYPIC_INLINE void finish_moments(const T* __restrict z, std::int64_t rows, std::int64_t width,
                                    T* __restrict mean, T* __restrict squares) {
  const T share = T(1) / static_cast<T>(rows);
  for (std::int64_t c = 0; c < width; ++c) mean[c] *= share;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict row = z + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      const T distance = row[c] - mean[c];
      squares[c] += distance * distance;
    }
  }
}

/// x with the factors of dropout, in place.
template <typename T>
ISOTYPIC_INLINE void drop(T* __restrict x, const LayerDropout& dropout, std::int64_t first,
                          std::int64_t rows, std::int64_t width) {
  const DropoutMask mask = dropout.mask;
  const auto factor = static_cast<T>(dropout.factor);
  const auto start = static_cast<std::uint32_t>((dropout.offset + first) * width);
  for (std::int64_t i = 0; i < rows * width; ++i) {
    x[i] = mask.keeps(start + static_cast<std::uint32_t>(i)) ? x[i] * factor : T(0);
  }
}

}  // namespace

template <typename T>
ISOTYPIC_VECTOR_CLONES void activate(const T* z, const NormStatistics<T>& norm,
                                     const LayerDropout& dropout, std::int64_t first,
                                     std::int64_t rows, std::int64_t width, T* __restrict h) {
  const T* __restrict scale = norm.scale;
  const T* __restrict shift = norm.shift;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict from = z + v * width;
    T* __restrict to = h + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      const T y = from[c] * scale[c] + shift[c];
      to[c] = y <= 0 ? T(0) : y;  // NaN stays NaN
    }
  }
  if (dropout.active) drop(h, dropout, first, rows, width);
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_bias_relu(T* __restrict t, const T* __restrict bias,
                                          std::int64_t rows, std::int64_t width) {
  for (std::int64_t v = 0; v < rows; ++v, t += width) {
    for (std::int64_t c = 0; c < width; ++c) {
      const T y = t[c] + bias[c];
      t[c] = y <= 0 ? T(0) : y;
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_bias_and_moments(T* __restrict z, const T* __restrict bias,
                                                 std::int64_t rows, std::int64_t width,
                                                 T* __restrict mean, T* __restrict squares) {
  for (std::int64_t c = 0; c < width; ++c) mean[c] = squares[c] = 0;
  for (std::int64_t v = 0; v < rows; ++v) {
    T* __restrict row = z + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      row[c] += bias[c];
      mean[c] += row[c];
    }
  }
  finish_moments(z, rows, width, mean, squares);
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void subtract_mean(T* __restrict z, std::int64_t rows, std::int64_t width,
                                          T* __restrict mean) {
  for (std::int64_t c = 0; c < width; ++c) mean[c] = 0;
  for (std::int64_t v = 0; v < rows; ++v) {
    for (std::int64_t c = 0; c < width; ++c) mean[c] += z[v * width + c];
  }
  const T share = T(1) / static_cast<T>(rows);
  for (std::int64_t c = 0; c < width; ++c) mean[c] *= share;
  for (std::int64_t v = 0; v < rows; ++v) {
    for (std::int64_t c = 0; c < width; ++c) z[v * width + c] -= mean[c];
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void join_and_moments(T* __restrict v, const T* __restrict u,
                                             const T* __restrict bias, const LayerDropout& dropout,
                                             std::int64_t first, std::int64_t rows,
                                             std::int64_t width, T* __restrict mean,
                                             T* __restrict squares) {
  for (std::int64_t c = 0; c < width; ++c) mean[c] = squares[c] = 0;
  if (dropout.active) {
    for (std::int64_t r = 0; r < rows; ++r) {
      T* __restrict row = v + r * width;
      for (std::int64_t c = 0; c < width; ++c) row[c] += bias[c];
    }
    drop(v, dropout, first, rows, width);
  }
  for (std::int64_t r = 0; r < rows; ++r) {
    T* __restrict row = v + r * width;
    const T* __restrict own = u + r * width;
    for (std::int64_t c = 0; c < width; ++c) {
      row[c] += dropout.active ? own[c] : own[c] + bias[c];
      mean[c] += row[c];
    }
  }
  finish_moments(v, rows, width, mean, squares);
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void normalise(const T* z, const NormStatistics<T>& norm, std::int64_t rows,
                                      std::int64_t width, T* __restrict h) {
  const T* __restrict scale = norm.scale;
  const T* __restrict shift = norm.shift;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict from = z + v * width;
    T* __restrict to = h + v * width;
    for (std::int64_t c = 0; c < width; ++c) to[c] = from[c] * scale[c] + shift[c];
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void norm_sums(const T* dy, const T* z, const NormStatistics<T>& norm,
                                      std::int64_t rows, std::int64_t width, T* __restrict sum_dy,
                                      T* __restrict sum_dy_xhat) {
  const T* __restrict mean = norm.mean;
  const T* __restrict inv_std = norm.inv_std;
  for (std::int64_t c = 0; c < width; ++c) sum_dy[c] = sum_dy_xhat[c] = 0;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict dy_row = dy + v * width;
    const T* __restrict z_row = z + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      sum_dy[c] += dy_row[c];
      sum_dy_xhat[c] += dy_row[c] * ((z_row[c] - mean[c]) * inv_std[c]);
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void drop_backward(const T* dv, const LayerDropout& dropout,
                                          std::int64_t first, std::int64_t rows, std::int64_t width,
                                          T* __restrict dw, T* __restrict d_bias) {
  for (std::int64_t i = 0; i < rows * width; ++i) dw[i] = dv[i];
  drop(dw, dropout, first, rows, width);
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict row = dw + v * width;
    for (std::int64_t c = 0; c < width; ++c) d_bias[c] += row[c];
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void normalise_backward(const T* dy, const T* z,
                                               const NormStatistics<T>& norm,
                                               const T* __restrict mean_dy,
                                               const T* __restrict mean_dy_xhat, std::int64_t rows,
                                               std::int64_t width, T* dz, T* __restrict d_bias) {
  const T* __restrict scale = norm.scale;
  const T* __restrict mean = norm.mean;
  const T* __restrict inv_std = norm.inv_std;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* __restrict dy_row = dy + v * width;
    const T* __restrict z_row = z + v * width;
    T* __restrict dz_row = dz + v * width;
    for (std::int64_t c = 0; c < width; ++c) {
      const T xhat = (z_row[c] - mean[c]) * inv_std[c];
      const T value = scale[c] * (dy_row[c] - mean_dy[c] - xhat * mean_dy_xhat[c]);
      dz_row[c] = value;
      d_bias[c] += value;
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void relu_backward(T* __restrict dt, const T* __restrict t,
                                          std::int64_t rows, std::int64_t width,
                                          T* __restrict d_bias) {
  for (std::int64_t v = 0; v < rows; ++v, dt += width, t += width) {
    for (std::int64_t c = 0; c < width; ++c) {
      const T value = t[c] > 0 ? dt[c] : T(0);
      dt[c] = value;
      d_bias[c] += value;
    }
  }
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void activate_backward(const T* dh, const T* h, const T* z,
                                              const NormStatistics<T>& norm, T factor,
                                              std::int64_t rows, std::int64_t width, T* dy,
                                              T* __restrict sum_dy, T* __restrict sum_dy_xhat) {
  const T* __restrict mean = norm.mean;
  const T* __restrict inv_std = norm.inv_std;
  for (std::int64_t c = 0; c < width; ++c) sum_dy[c] = sum_dy_xhat[c] = 0;
  for (std::int64_t v = 0; v < rows; ++v) {
    const T* dh_row = dh + v * width;  // may be dy itself
    const T* __restrict h_row = h + v * width;
    const T* __restrict z_row = z + v * width;
    T* dy_row = dy + v * width;
#pragma GCC ivdep
    for (std::int64_t c = 0; c < width; ++c) {
      const T value = h_row[c] > 0 ? dh_row[c] * factor : T(0);
      dy_row[c] = value;
      sum_dy[c] += value;
      sum_dy_xhat[c] += value * ((z_row[c] - mean[c]) * inv_std[c]);
    }
  }
}

#define ISOTYPIC_INSTANTIATE(T)                                                                 \
  template void activate(const T*, const NormStatistics<T>&, const LayerDropout&, std::int64_t, \
                         std::int64_t, std::int64_t, T*);                                       \
  template void add_bias_relu(T*, const T*, std::int64_t, std::int64_t);                        \
  template void add_bias_and_moments(T*, const T*, std::int64_t, std::int64_t, T*, T*);         \
  template void subtract_mean(T*, std::int64_t, std::int64_t, T*);                              \
  template void join_and_moments(T*, const T*, const T*, const LayerDropout&, std::int64_t,     \
                                 std::int64_t, std::int64_t, T*, T*);                           \
  template void normalise(const T*, const NormStatistics<T>&, std::int64_t, std::int64_t, T*);  \
  template void norm_sums(const T*, const T*, const NormStatistics<T>&, std::int64_t,           \
                          std::int64_t, T*, T*);                                                \
  template void drop_backward(const T*, const LayerDropout&, std::int64_t, std::int64_t,        \
                              std::int64_t, T*, T*);                                            \
  template void normalise_backward(const T*, const T*, const NormStatistics<T>&, const T*,      \
                                   const T*, std::int64_t, std::int64_t, T*, T*);               \
  template void relu_backward(T*, const T*, std::int64_t, std::int64_t, T*);                    \
  template void activate_backward(const T*, const T*, const T*, const NormStatistics<T>&, T,    \
                                  std::int64_t, std::int64_t, T*, T*, T*);

ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
