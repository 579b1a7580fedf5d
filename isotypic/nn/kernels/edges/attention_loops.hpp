// attention_loops: attention over the incoming edges of every node, an edge at a time.
//
// What an edge needs is computed when it is visited, forward and again backward, so that no matrix
// with a row per edge is stored. Sums are taken in the order of the edges. Defined for float and
// double; indices are not checked.
#pragma once

#include "isotypic/nn/kernels/edges/edge_rows.hpp"

namespace isotypic::nn {

/// Scores [edges, heads] become their softmax over the edges of each target.
template <typename T>
void softmax_by_target(const EdgeRows& rows, T* scores);

/// Gradients of the weights become those of the scores.
template <typename T>
void softmax_by_target_backward(const EdgeRows& rows, const T* weights, T* gradients);

/// out_target += weight * (values_source + term), head by head.
template <typename T>
void add_weighted(const EdgeRows& rows, const T* weights, const T* values, const T* terms, T* out);

/// The gradients of the weights: d_out_target . (values_source + term).
template <typename T>
void weight_gradients(const EdgeRows& rows, const T* d_out, const T* values, const T* terms,
                      T* d_weights);

/// GATv2: left and right [nodes, columns], att [columns].
template <typename T>
struct AdditiveInputs {
  const T* left;
  const T* right;
  const T* terms;
  const T* att;
  T slope;
};

/// att . leaky_relu(left_source + right_target + term), head by head.
template <typename T>
void additive_scores(const EdgeRows& rows, const AdditiveInputs<T>& in, T* scores);

/// The gradients of left, right and att are added to, those of the terms written.
template <typename T>
struct AdditiveGradients {
  T* left;
  T* right;
  T* terms;
  T* att;
};

/// Of the scores, and of add_weighted with `left` for values and no terms.
template <typename T>
void additive_backward(const EdgeRows& rows, const AdditiveInputs<T>& in, const T* weights,
                       const T* d_scores, const T* d_out, const AdditiveGradients<T>& out);

/// The graph transformer: query, key and value [nodes, columns].
template <typename T>
struct ProductInputs {
  const T* query;
  const T* key;
  const T* value;
  const T* terms;
  T scale;
};

/// scale * query_target . (key_source + term), head by head.
template <typename T>
void product_scores(const EdgeRows& rows, const ProductInputs<T>& in, T* scores);

/// The gradients of query, key and value are added to, those of the terms written.
template <typename T>
struct ProductGradients {
  T* query;
  T* key;
  T* value;
  T* terms;
};

/// Of the scores, and of add_weighted with `value` and the terms.
template <typename T>
void product_backward(const EdgeRows& rows, const ProductInputs<T>& in, const T* weights,
                      const T* d_scores, const T* d_out, const ProductGradients<T>& out);

}  // namespace isotypic::nn
