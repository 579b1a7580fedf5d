// operator_loops: the loops of the learned operators over pairs of nodes.
//
// Defined for float and double. All matrices are row-major.
#pragma once

#include <cstdint>

namespace isotypic::nn {

/// The pairs of one graph. types[i * n + j] is the row of (i, j) in the coefficients. With `rows`
/// there are not all pairs: those of i are (i, partners[p]), ascending, for p from rows[i] to
/// rows[i + 1], and types[p] is the row of each; operators are 0 elsewhere.
struct OperatorGraph {
  std::int64_t n;
  const std::int32_t* types;
  std::int64_t heads;
  std::int64_t width;  ///< of all heads together
  const std::int64_t* rows;
  const std::int32_t* partners;
};

/// Row i of y, head by head: sum over j of c_h(i, j) v_j. Rows of v and y begin every `v_stride`
/// and `y_stride` numbers.
template <typename T>
void apply_operators(const OperatorGraph& graph, const T* c, const T* v, std::int64_t v_stride,
                     T* y, std::int64_t y_stride);

/// For every node the sums of its row of every operator, and then the diagonal entries: 2 * heads
/// numbers every `stride`.
template <typename T>
void operator_rows(const OperatorGraph& graph, const T* c, T* out, std::int64_t stride);

/// Adds the gradient in the coefficients to dc. A row of `dy` holds the gradients in the products,
/// the row sums and the diagonal, one after the other.
template <typename T>
void operator_gradient(const OperatorGraph& graph, const T* v, const T* dy, std::int64_t dy_stride,
                       T* dc);

}  // namespace isotypic::nn
