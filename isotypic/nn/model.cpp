#include "isotypic/nn/model.hpp"

#include <ATen/ATen.h>

#include "isotypic/error.hpp"
#include "isotypic/nn/initialise.hpp"

namespace isotypic::nn {

GraphModel::GraphModel(const ModelOptions& options_)
    : options(options_), stream(std::make_shared<DropoutStream>(DropoutStream{options.seed, 0})) {
  if (options.outputs < 1) fail("GraphModel", "needs an output, got ", options.outputs);
  const InitialisationScope scope(options.seed);
  encoder = register_module("encoder", std::make_shared<Encoder>(options.encoder, stream));
  readout = register_module("readout", make_readout(options.readout, options.encoder.hidden));
  const std::int64_t width = readout->width();
  hidden = register_module("hidden", torch::nn::Linear(width, width));
  output = register_module("output", torch::nn::Linear(width, options.outputs));
}

at::Tensor GraphModel::forward(const Batch& batch) {
  at::Tensor x = at::relu(hidden(readout->forward(encoder->forward(batch), batch)));
  if (is_training()) x = dropout(x, options.encoder.dropout, *stream);
  return output(x);
}

}  // namespace isotypic::nn
