// InferenceScratch: the memory of one prediction, kept for the next. Internal.
#pragma once

#include <array>

#include "isotypic/nn/kernels/workspace.hpp"

namespace isotypic::nn {

struct InferenceScratch {
  // Of the encoder:
  std::array<Piece, 2> nodes;  ///< what goes into a layer, and what comes out
  Piece edges, walks, encodings, aggregated, hidden, wide, added, state, state_sum;
  // Of the readout:
  Piece parts, projected, coefficients, row_norms, rows, vector, means;
  Piece types, pair_rows, partners, phi, pair_hidden, pair_coefficients, mixed, products,
      node_hidden, node_sums;
  // Of the head:
  Piece features, outputs;
};

}  // namespace isotypic::nn
