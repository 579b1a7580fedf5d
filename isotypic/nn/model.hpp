// GraphModel: encoder, readout and head.
#pragma once

#include <string>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

struct ModelOptions {
  EncoderOptions encoder;
  ReadoutOptions readout;
  std::int64_t outputs = 1;    ///< classes, targets, or the width of an embedding
  std::uint64_t seed = 0;      ///< of the initial weights and the dropout masks
  bool scale_targets = false;  ///< outputs are learnt at mean 0 and deviation 1, then scaled back
};

/// All options as one line of text; equal exactly for equal options.
[[nodiscard]] std::string describe(const ModelOptions& options);

/// batch -> [labels, outputs]. The head is a linear map of the readout's width onto itself, ReLU,
/// dropout as in the encoder, and a linear map to the outputs. With Normalisation::Fixed it gets
/// the readout standardised, column by column, over the training part.
class GraphModel : public torch::nn::Module {
 public:
  /// Draws the initial weights from options_.seed; safe on several threads at once.
  explicit GraphModel(const ModelOptions& options_);
  [[nodiscard]] at::Tensor forward(const Batch& batch);
  /// What the readout gives, before it is standardised: [samples, width], which are those of the
  /// labels unless samples stand for several graphs. A batch that is cut into
  /// parts is read part by part.
  [[nodiscard]] at::Tensor read(const Batch& batch);
  /// What the head gets: read(), standardised with Normalisation::Fixed.
  [[nodiscard]] at::Tensor features(const Batch& batch);
  /// Takes from the graphs `ids` (those of the training part) what encoder and readout have to know
  /// of their data before the first step. Becomes part of the buffers.
  void learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids);

  ModelOptions options;
  std::shared_ptr<DropoutStream> stream;
  std::shared_ptr<Encoder> encoder;
  std::shared_ptr<Readout> readout;
  at::Tensor readout_mean, readout_factor;  ///< [width]; undefined with Normalisation::Batch
  at::Tensor target_mean, target_scale;     ///< [outputs]; undefined unless targets are scaled
  torch::nn::Linear hidden{nullptr};
  torch::nn::Linear output{nullptr};
};

/// How many numbers a training changes.
[[nodiscard]] std::int64_t num_weights(const torch::nn::Module& module);

}  // namespace isotypic::nn
