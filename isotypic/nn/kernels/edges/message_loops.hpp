// message_loops: the statistics of PNA over the incoming edges of every node, an edge at a time.
//
// The message of edge s -> t is left_t + right_s + term; it is computed whenever the edge is
// visited and never stored. Sums are taken in the order of the edges. Defined for float and double;
// indices are not checked.
#pragma once

#include "isotypic/nn/kernels/edges/edge_rows.hpp"

namespace isotypic::nn {

template <typename T>
struct MessageInputs {
  const T* left;   ///< [nodes, columns]
  const T* right;  ///< [nodes, columns]
  const T* terms;
};

/// [nodes, columns] each.
template <typename T>
struct MessageMoments {
  T* sums;
  T* squares;
  T* least;
  T* largest;
};

/// Adds to the sums, and lowers and raises the extrema; NaN stays.
template <typename T>
void message_moments(const EdgeRows& rows, const MessageInputs<T>& in,
                     const MessageMoments<T>& out);

/// The gradient of a message m into t: constant_t + slope_t m, and a share of the gradient of each
/// extremum that it attains. All [nodes, columns].
template <typename T>
struct MessageRule {
  const T* constant;
  const T* slope;
  const T* least;
  const T* least_share;
  const T* largest;
  const T* largest_share;
};

/// Adds to each node and column how many messages attain the extrema.
template <typename T>
void count_extrema(const EdgeRows& rows, const MessageInputs<T>& in, const T* least,
                   const T* largest, T* num_least, T* num_largest);

/// The gradients of left and right are added to, those of the terms written.
template <typename T>
struct MessageGradients {
  T* left;
  T* right;
  T* terms;
};
template <typename T>
void message_backward(const EdgeRows& rows, const MessageInputs<T>& in, const MessageRule<T>& rule,
                      const MessageGradients<T>& out);

}  // namespace isotypic::nn
