#include "isotypic/nn/compiled_model.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/inference/inference_encoder.hpp"
#include "isotypic/nn/kernels/inference/inference_readout.hpp"

namespace isotypic::nn {
namespace {

bool is_float_on_cpu(const GraphModel& model) {
  return model.output->weight.is_cpu() && model.output->weight.scalar_type() == at::kFloat;
}

}  // namespace

struct CompiledModel::Parts {
  InferenceEncoder encoder;
  InferenceReadout readout;
  std::vector<float> readout_mean, readout_factor;  ///< empty unless the readout is standardised
  std::vector<float> target_mean, target_scale;     ///< empty unless targets are scaled
  PackedLinear hidden, output;
  Pool<InferenceScratch> pool;
};

CompiledModel::CompiledModel(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
CompiledModel::~CompiledModel() = default;

std::unique_ptr<const CompiledModel> CompiledModel::make(const GraphModel& model) {
  const ModelOptions& options = model.options;
  if (!InferenceEncoder::takes(options.encoder) || !InferenceReadout::takes(options.readout) ||
      !is_float_on_cpu(model)) {
    return nullptr;
  }
  WeightReader reader;
  auto parts =
      std::unique_ptr<Parts>(new Parts{.encoder = InferenceEncoder(*model.encoder),
                                       .readout = InferenceReadout(*model.readout, options.readout),
                                       .readout_mean = floats_of(model.readout_mean),
                                       .readout_factor = floats_of(model.readout_factor),
                                       .target_mean = floats_of(model.target_mean),
                                       .target_scale = floats_of(model.target_scale),
                                       .hidden = reader.linear(model.hidden),
                                       .output = reader.linear(model.output)});
  // A network that has learnt to do more since this was written has weights that nobody read.
  const std::int64_t read =
      parts->encoder.weights_read() + parts->readout.weights_read() + reader.count();
  if (read != num_weights(model)) return nullptr;
  return std::unique_ptr<const CompiledModel>(new CompiledModel(std::move(parts)));
}

std::int64_t CompiledModel::num_outputs() const { return parts_->output.out(); }

void CompiledModel::answer(const GraphView& graph, float* outputs) const {
  if (graph.num_nodes < 1) fail("CompiledModel", "the graph has no nodes");
  auto scratch = parts_->pool.borrow();
  const std::int64_t width = parts_->readout.width();
  const float* x = parts_->encoder.run(graph, *scratch);
  float* features = scratch->features.room<float>(width);
  parts_->readout.run(graph, x, *scratch, features);
  for (std::size_t c = 0; c < parts_->readout_mean.size(); ++c) {
    features[c] = (features[c] - parts_->readout_mean[c]) * parts_->readout_factor[c];
  }
  float* hidden = scratch->outputs.room<float>(parts_->hidden.out());
  parts_->hidden.apply_relu(features, 1, hidden);
  parts_->output.apply(hidden, 1, outputs);
  for (std::size_t k = 0; k < parts_->target_mean.size(); ++k) {
    outputs[k] = outputs[k] * parts_->target_scale[k] + parts_->target_mean[k];
  }
  parts_->pool.give_back(std::move(scratch));
}

}  // namespace isotypic::nn
