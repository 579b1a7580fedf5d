// GraphModel: encoder, readout and head.
#pragma once

#include <string>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

struct ModelOptions {
  EncoderOptions encoder;
  ReadoutOptions readout;
  std::int64_t outputs = 1;  ///< classes, targets, or the width of an embedding
  std::uint64_t seed = 0;    ///< of the initial weights and the dropout masks
};

/// All options as one line of text; equal exactly for equal options.
[[nodiscard]] std::string describe(const ModelOptions& options);

/// batch -> [G, outputs]. The head is a linear map of the readout's width onto itself, ReLU,
/// dropout as in the encoder, and a linear map to the outputs.
class GraphModel : public torch::nn::Module {
 public:
  /// Draws the initial weights from options_.seed; safe on several threads at once.
  explicit GraphModel(const ModelOptions& options_);
  [[nodiscard]] at::Tensor forward(const Batch& batch);

  ModelOptions options;
  std::shared_ptr<DropoutStream> stream;
  std::shared_ptr<Encoder> encoder;
  std::shared_ptr<Readout> readout;
  torch::nn::Linear hidden{nullptr};
  torch::nn::Linear output{nullptr};
};

}  // namespace isotypic::nn
