#include "isotypic/nn/kernels/edges/message_loops.hpp"

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::nn {
namespace {

/// The message of one edge, computed when it is asked for.
template <typename T>
struct Message {
  const T* left;
  const T* right;
  const T* term;

  ISOTYPIC_INLINE T operator[](std::int64_t c) const { return left[c] + right[c] + term[c]; }
};

/// Calls body(message, first entry of the target's row, of the source's, of the edge's).
template <typename T, typename Body>
ISOTYPIC_INLINE void for_each_edge(const EdgeRows& rows, const MessageInputs<T>& in, Body&& body) {
  for (std::int64_t k = 0; k < rows.edges; ++k) {
    const std::int64_t target = rows.target[k] * rows.columns();
    const std::int64_t source = rows.source[k] * rows.columns();
    const std::int64_t edge = k * rows.term_stride;
    body(Message<T>{in.left + target, in.right + source, in.terms + edge}, target, source, edge);
  }
}

}  // namespace

// No two arrays of these loops overlap, so ivdep holds; the compiler cannot see it through that
// many pointers.

template <typename T>
ISOTYPIC_VECTOR_CLONES void message_moments(const EdgeRows& rows, const MessageInputs<T>& in,
                                            const MessageMoments<T>& out) {
  const std::int64_t columns = rows.columns();
  for_each_edge(
      rows, in,
      [&](const Message<T>& message, std::int64_t target, std::int64_t, std::int64_t)
          __attribute__((always_inline)) {
            T* sum = out.sums + target;
            T* square = out.squares + target;
            T* least = out.least + target;
            T* largest = out.largest + target;
#pragma GCC ivdep
            for (std::int64_t c = 0; c < columns; ++c) {
              const T m = message[c];
              sum[c] += m;
              square[c] += m * m;
              // Not std::min: NaN must win, as it does in LibTorch.
              const T low = least[c];
              const T high = largest[c];
              least[c] = (m < low) | (m != m) ? m : low;
              largest[c] = (m > high) | (m != m) ? m : high;
            }
          });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void count_extrema(const EdgeRows& rows, const MessageInputs<T>& in,
                                          const T* least, const T* largest, T* num_least,
                                          T* num_largest) {
  const std::int64_t columns = rows.columns();
  for_each_edge(
      rows, in,
      [&](const Message<T>& message, std::int64_t target, std::int64_t, std::int64_t)
          __attribute__((always_inline)) {
            const T* low = least + target;
            const T* high = largest + target;
            T* at_low = num_least + target;
            T* at_high = num_largest + target;
#pragma GCC ivdep
            for (std::int64_t c = 0; c < columns; ++c) {
              const T m = message[c];
              at_low[c] += m == low[c] ? T(1) : T(0);
              at_high[c] += m == high[c] ? T(1) : T(0);
            }
          });
}

template <typename T>
ISOTYPIC_VECTOR_CLONES void message_backward(const EdgeRows& rows, const MessageInputs<T>& in,
                                             const MessageRule<T>& rule,
                                             const MessageGradients<T>& out) {
  const std::int64_t columns = rows.columns();
  for_each_edge(
      rows, in,
      [&](const Message<T>& message, std::int64_t target, std::int64_t source, std::int64_t edge)
          __attribute__((always_inline)) {
            const T* constant = rule.constant + target;
            const T* slope = rule.slope + target;
            const T* least = rule.least + target;
            const T* least_share = rule.least_share + target;
            const T* largest = rule.largest + target;
            const T* largest_share = rule.largest_share + target;
            T* d_left = out.left + target;
            T* d_right = out.right + source;
            T* d_term = out.terms + edge;
#pragma GCC ivdep
            for (std::int64_t c = 0; c < columns; ++c) {
              const T m = message[c];
              const T low = least_share[c];
              const T high = largest_share[c];
              const T gradient = constant[c] + slope[c] * m + (m == least[c] ? low : T(0)) +
                                 (m == largest[c] ? high : T(0));
              d_left[c] += gradient;
              d_right[c] += gradient;
              d_term[c] = gradient;
            }
          });
}

#define ISOTYPIC_INSTANTIATE(T)                                                                   \
  template void message_moments(const EdgeRows&, const MessageInputs<T>&,                         \
                                const MessageMoments<T>&);                                        \
  template void count_extrema(const EdgeRows&, const MessageInputs<T>&, const T*, const T*, T*,   \
                              T*);                                                                \
  template void message_backward(const EdgeRows&, const MessageInputs<T>&, const MessageRule<T>&, \
                                 const MessageGradients<T>&);
ISOTYPIC_INSTANTIATE(float)
ISOTYPIC_INSTANTIATE(double)
#undef ISOTYPIC_INSTANTIATE

}  // namespace isotypic::nn
