#include "isotypic/nn/kernels/edges/attention_loops.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "isotypic/nn/kernels/lane_sum.hpp"
#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

/// Where the rows of an edge, or of one head of it, begin.
struct EdgeOffsets {
  std::int64_t source;
  std::int64_t target;
  std::int64_t term;
};

template <typename Body>
ISOTYPIC_INLINE void for_each_edge(const EdgeRows& rows, Body&& body) {
  for (std::int64_t k = 0; k < rows.edges; ++k) {
    body(k, EdgeOffsets{rows.source[k] * rows.columns(), rows.target[k] * rows.columns(),
                        k * rows.term_stride});
  }
}

/// Calls body(first column of the head, place in [edges, heads], offsets).
template <typename Body>
ISOTYPIC_INLINE void for_each_head(const EdgeRows& rows, Body&& body) {
  for_each_edge(
      rows, [&](std::int64_t k, const EdgeOffsets& at) __attribute__((always_inline)) {
        for (std::int64_t h = 0; h < rows.heads; ++h) {
          const std::int64_t column = h * rows.width;
          body(column, k * rows.heads + h,
               EdgeOffsets{at.source + column, at.target + column, at.term + column});
        }
      });
}

/// result[h] = sum of row over the columns of head h.
template <typename T>
ISOTYPIC_INLINE void sum_heads(const EdgeRows& rows, const T* row, T* result) {
  for (std::int64_t h = 0; h < rows.heads; ++h) {
    const T* part = row + h * rows.width;
    result[h] = lane_sum<T, 16>(
        rows.width, [&](std::int64_t c) __attribute__((always_inline)) { return part[c]; });
  }
}

/// Calls body(place in [edges, heads], place of its target in [nodes, heads]).
template <typename Body>
ISOTYPIC_INLINE void for_each_score(const EdgeRows& rows, Body&& body) {
  for (std::int64_t k = 0; k < rows.edges; ++k) {
    for (std::int64_t h = 0; h < rows.heads; ++h) {
      body(k * rows.heads + h, rows.target[k] * rows.heads + h);
    }
  }
}

}  // namespace

template <typename T>
void softmax_by_target(const EdgeRows& rows, T* scores) {
  const auto size = static_cast<std::size_t>(rows.nodes * rows.heads);
  std::vector<T> largest(size, -std::numeric_limits<T>::infinity());
  std::vector<T> sums(size, T(0));
  for_each_score(rows, [&](std::int64_t k, std::int64_t t) {
    if (scores[k] > largest[t]) largest[t] = scores[k];
  });
  for_each_score(rows, [&](std::int64_t k, std::int64_t t) {
    scores[k] = std::exp(scores[k] - largest[t]);
    sums[t] += scores[k];
  });
  for_each_score(rows, [&](std::int64_t k, std::int64_t t) { scores[k] /= sums[t]; });
}

template <typename T>
void softmax_by_target_backward(const EdgeRows& rows, const T* weights, T* gradients) {
  std::vector<T> sums(static_cast<std::size_t>(rows.nodes * rows.heads), T(0));
  for_each_score(rows,
                 [&](std::int64_t k, std::int64_t t) { sums[t] += weights[k] * gradients[k]; });
  for_each_score(rows, [&](std::int64_t k, std::int64_t t) {
    gradients[k] = weights[k] * (gradients[k] - sums[t]);
  });
}

// No two arrays of these loops overlap, so ivdep holds; the compiler cannot see it through that
// many pointers.

template <typename T>
ISOTYPIC_VECTOR_CLONES void add_weighted(const EdgeRows& rows, const T* weights, const T* values,
                                         const T* terms, T* out) {
  for_each_head(
      rows, [&](std::int64_t, std::int64_t place, const EdgeOffsets& at)
                __attribute__((always_inline)) {
                  const T* value = values + at.source;
                  const T* term = terms + at.term;
                  T* sum = out + at.target;
                  const T weight = weights[place];
#pragma GCC ivdep
                  for (std::int64_t c = 0; c < rows.width; ++c)
                    sum[c] += weight * (value[c] + term[c]);
                });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void weight_gradients(const EdgeRows& rows, const T* d_out, const T* values,
                                             const T* terms, T* d_weights) {
  const std::int64_t columns = rows.columns();
  std::vector<T> products(static_cast<std::size_t>(columns));
  for_each_edge(
      rows, [&](std::int64_t k, const EdgeOffsets& at) __attribute__((always_inline)) {
        const T* value = values + at.source;
        const T* term = terms + at.term;
        const T* d_sum = d_out + at.target;
        T* product = products.data();
#pragma GCC ivdep
        for (std::int64_t c = 0; c < columns; ++c) product[c] = d_sum[c] * (value[c] + term[c]);
        sum_heads(rows, product, d_weights + k * rows.heads);
      });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void additive_scores(const EdgeRows& rows, const AdditiveInputs<T>& in,
                                            T* scores) {
  const std::int64_t columns = rows.columns();
  const T slope = in.slope;
  const T* att = in.att;
  std::vector<T> products(static_cast<std::size_t>(columns));
  for_each_edge(
      rows, [&](std::int64_t k, const EdgeOffsets& at) __attribute__((always_inline)) {
        const T* left = in.left + at.source;
        const T* right = in.right + at.target;
        const T* term = in.terms + at.term;
        T* product = products.data();
#pragma GCC ivdep
        for (std::int64_t c = 0; c < columns; ++c) {
          const T sum = left[c] + right[c] + term[c];
          product[c] = att[c] * sum * (sum > 0 ? T(1) : slope);
        }
        sum_heads(rows, product, scores + k * rows.heads);
      });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void additive_backward(const EdgeRows& rows, const AdditiveInputs<T>& in,
                                              const T* weights, const T* d_scores, const T* d_out,
                                              const AdditiveGradients<T>& out) {
  const T negative_slope = in.slope;
  for_each_head(
      rows, [&](std::int64_t column, std::int64_t place, const EdgeOffsets& at)
                __attribute__((always_inline)) {
                  const T* left = in.left + at.source;
                  const T* right = in.right + at.target;
                  const T* term = in.terms + at.term;
                  const T* att = in.att + column;
                  const T* d_sum = d_out + at.target;
                  T* d_left = out.left + at.source;
                  T* d_right = out.right + at.target;
                  T* d_term = out.terms + at.term;
                  T* d_att = out.att + column;
                  const T weight = weights[place];
                  const T d_score = d_scores[place];
#pragma GCC ivdep
                  for (std::int64_t c = 0; c < rows.width; ++c) {
                    const T sum = left[c] + right[c] + term[c];
                    const T slope = sum > 0 ? T(1) : negative_slope;
                    const T inner = d_score * att[c] * slope;
                    d_att[c] += d_score * slope * sum;
                    d_left[c] += inner + weight * d_sum[c];
                    d_right[c] += inner;
                    d_term[c] = inner;
                  }
                });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void product_scores(const EdgeRows& rows, const ProductInputs<T>& in,
                                           T* scores) {
  const std::int64_t columns = rows.columns();
  const T scale = in.scale;
  std::vector<T> products(static_cast<std::size_t>(columns));
  for_each_edge(
      rows, [&](std::int64_t k, const EdgeOffsets& at) __attribute__((always_inline)) {
        const T* query = in.query + at.target;
        const T* key = in.key + at.source;
        const T* term = in.terms + at.term;
        T* product = products.data();
#pragma GCC ivdep
        for (std::int64_t c = 0; c < columns; ++c)
          product[c] = scale * query[c] * (key[c] + term[c]);
        sum_heads(rows, product, scores + k * rows.heads);
      });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void product_backward(const EdgeRows& rows, const ProductInputs<T>& in,
                                             const T* weights, const T* d_scores, const T* d_out,
                                             const ProductGradients<T>& out) {
  for_each_head(
      rows, [&](std::int64_t, std::int64_t place, const EdgeOffsets& at)
                __attribute__((always_inline)) {
                  const T* query = in.query + at.target;
                  const T* key = in.key + at.source;
                  const T* term = in.terms + at.term;
                  const T* d_sum = d_out + at.target;
                  T* d_query = out.query + at.target;
                  T* d_key = out.key + at.source;
                  T* d_value = out.value + at.source;
                  T* d_term = out.terms + at.term;
                  const T weight = weights[place];
                  const T d_score = in.scale * d_scores[place];
#pragma GCC ivdep
                  for (std::int64_t c = 0; c < rows.width; ++c) {
                    const T d_key_c = d_score * query[c];
                    const T d_value_c = weight * d_sum[c];
                    d_query[c] += d_score * (key[c] + term[c]);
                    d_key[c] += d_key_c;
                    d_value[c] += d_value_c;
                    d_term[c] = d_key_c + d_value_c;
                  }
                });
}

#define ISOTYPIC_INSTANTIATE(T)                                                                  \
  template void softmax_by_target(const EdgeRows&, T*);                                          \
  template void softmax_by_target_backward(const EdgeRows&, const T*, T*);                       \
  template void add_weighted(const EdgeRows&, const T*, const T*, const T*, T*);                 \
  template void weight_gradients(const EdgeRows&, const T*, const T*, const T*, T*);             \
  template void additive_scores(const EdgeRows&, const AdditiveInputs<T>&, T*);                  \
  template void additive_backward(const EdgeRows&, const AdditiveInputs<T>&, const T*, const T*, \
                                  const T*, const AdditiveGradients<T>&);                        \
  template void product_scores(const EdgeRows&, const ProductInputs<T>&, T*);                    \
  template void product_backward(const EdgeRows&, const ProductInputs<T>&, const T*, const T*,   \
                                 const T*, const ProductGradients<T>&);
ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
