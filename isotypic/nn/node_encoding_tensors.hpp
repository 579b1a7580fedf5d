// The node encodings of a whole dataset, for the input of an encoder.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <stop_token>

#include "isotypic/channels/node_encodings.hpp"
#include "isotypic/data/dataset.hpp"
#include "isotypic/nn/column_scales.hpp"

namespace isotypic::nn {

struct GraphTensors;

struct EncodingOptions {
  NodeEncodingOptions columns;
  std::int64_t threads = 0;  ///< 0: one per core
  std::stop_token stop;      ///< gives up with an Error of kind Cancelled
};

/// [nodes, walks + laplacian]: the encodings of all nodes, one graph behind the other, whatever the
/// colours of the graphs. On several threads. Throws Error naming the sample, as node_encodings()
/// does.
[[nodiscard]] at::Tensor encode_positions(std::span<const Sample> samples, at::ScalarType dtype,
                                          const EncodingOptions& options);

/// Over the nodes of the graphs `ids`, every column. Throws Error if `data` has no encodings.
[[nodiscard]] ColumnScales encoding_scales(const GraphTensors& data,
                                           std::span<const std::int64_t> ids);

}  // namespace isotypic::nn
