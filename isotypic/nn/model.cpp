#include "isotypic/nn/model.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <sstream>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/fixed_scales.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/readouts/marked_readout.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "isotypic/nn/sum_of_parts.hpp"
#include "isotypic/nn/target_scales.hpp"

namespace isotypic::nn {
namespace {

/// How much of the running statistics of the readout a training step replaces.
constexpr double scale_momentum = 0.5;

void put_list(std::ostream& out, const char* name, const std::vector<std::int64_t>& values) {
  out << ", " << name;
  for (const std::int64_t value : values) out << ' ' << value;
}

std::string describe(const OperatorOptions& options) {
  std::ostringstream text;
  text << ", operators " << options.heads << ' ' << options.hidden << ' ' << options.sizes << ' '
       << options.diagonal << ' ' << static_cast<int>(options.form) << ' ' << options.match_weights
       << ' ' << options.powers << ' ' << options.max_distance;
  if (options.reach > 0) text << " reach " << options.reach;
  return text.str();
}

}  // namespace

std::string describe(const ModelOptions& options) {
  const EncoderOptions& encoder = options.encoder;
  const ReadoutOptions& readout = options.readout;
  const IsotypicReadoutOptions& isotypic = readout.isotypic;
  std::ostringstream text;
  text.precision(17);
  text << "layer " << static_cast<int>(encoder.kind) << ", hidden " << encoder.hidden << ", layers "
       << encoder.layers << ", heads " << encoder.heads << ", dropout " << encoder.dropout
       << ", train_eps " << encoder.train_eps << ", kernels " << static_cast<int>(encoder.kernels)
       << ", node_features " << encoder.node_features << ", edge_features "
       << encoder.edge_features;
  put_list(text, "node_categories", encoder.node_categories);
  put_list(text, "edge_categories", encoder.edge_categories);
  put_list(text, "degrees", encoder.degree_histogram);
  if (encoder.norm == Normalisation::Fixed) text << ", fixed norms";
  if (encoder.norm == Normalisation::Centred) text << ", centred norms";
  if (encoder.walks > 0) text << ", walks " << encoder.walks;
  if (encoder.laplacian > 0) text << ", laplacian " << encoder.laplacian;
  if (encoder.residual) text << ", residual";
  if (encoder.feed_forward) text << ", feed-forward";
  if (encoder.virtual_node) text << ", virtual node";
  text << "; readout";
  for (const ReadoutKind part : readout.parts) text << ' ' << static_cast<int>(part);
  text << ", fusion " << static_cast<int>(readout.fusion) << ' ' << readout.fusion_width
       << ", isotypic " << static_cast<int>(isotypic.variant) << ' ' << isotypic.max_blocks << ' '
       << isotypic.rp_dim << ' ' << isotypic.centre << ' ' << isotypic.seed << ' ' << readout.plain;
  if (readout.marks > 0) text << ", marks " << readout.marks;
  if (std::ranges::find(readout.parts, ReadoutKind::Operators) != readout.parts.end()) {
    // The first checkpoints of "deepsets" say nothing here, and must stay readable.
    const std::string operators = describe(readout.operators);
    if (operators != describe(OperatorOptions{.heads = 0, .diagonal = false})) text << operators;
  }
  text << "; outputs " << options.outputs << ", seed " << options.seed;
  if (options.scale_targets) text << ", scaled targets";
  return text.str();
}

GraphModel::GraphModel(const ModelOptions& options_)
    : options(options_), stream(std::make_shared<DropoutStream>(DropoutStream{options.seed, 0})) {
  if (options.outputs < 1) fail("GraphModel", "needs an output, got ", options.outputs);
  const InitialisationScope scope(options.seed);
  encoder = register_module(
      "encoder",
      std::make_shared<Encoder>(with_marks(options.encoder, options.readout.marks), stream));
  if (reads_edges(options.encoder.kind)) {
    options.readout.operators.edge_categories = options.encoder.edge_categories;
  }
  readout = register_module("readout", make_readout(options.readout, options.encoder.hidden));
  const std::int64_t width = readout->width();
  if (is_fixed(options.encoder.norm)) {
    readout_mean = register_buffer("readout_mean", at::zeros({width}));
    readout_factor = register_buffer("readout_factor", at::ones({width}));
  }
  hidden = register_module("hidden", torch::nn::Linear(width, width));
  output = register_module("output", torch::nn::Linear(width, options.outputs));
  if (options.scale_targets) {
    target_mean = register_buffer("target_mean", at::zeros({options.outputs}));
    target_scale = register_buffer("target_scale", at::ones({options.outputs}));
  }
}

at::Tensor GraphModel::read(const Batch& batch) {
  return batch.parts ? sum_of_parts(*this, batch)
                     : readout->forward(encoder->forward(batch), batch);
}

void GraphModel::learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  encoder->learn_scales(data, ids);
  readout->learn_scales(data, ids);
  if (is_fixed(options.encoder.norm)) fix_scales(*this, data, ids);
  if (options.scale_targets) {
    const TargetScales scales = target_scales(data, ids);
    target_mean.copy_(scales.mean);
    target_scale.copy_(scales.deviation);
  }
}

at::Tensor GraphModel::features(const Batch& batch) {
  const at::Tensor z = read(batch);
  if (!readout_mean.defined()) return z;
  if (!is_training() || batch.labels.size(0) < 2) return (z - readout_mean) * readout_factor;
  // The encoder drifts in training, by more than two graphs may differ: each step has its own
  // statistics, over all graphs that the samples stand for.
  const at::Tensor rows =
      batch.sample_of_label.defined() ? z.index_select(0, batch.sample_of_label) : z;
  const ReadoutScales scales = readout_scales(rows);
  {
    const at::NoGradGuard no_grad;
    readout_mean.lerp_(scales.mean, scale_momentum);
    readout_factor.lerp_(scales.factor, scale_momentum);
  }
  const at::Tensor features = (z - scales.mean) * scales.factor;
  // Where rounding alone varies, the factor is zero, and so is every gradient of z.
  const bool varies = scales.factor.count_nonzero().item<std::int64_t>() > 0;
  return varies ? features : features.detach();
}

at::Tensor GraphModel::forward(const Batch& batch) {
  at::Tensor x = at::relu(hidden(features(batch)));
  if (is_training()) x = dropout(x, options.encoder.dropout, *stream, first_graph(batch));
  x = output(x);
  if (target_mean.defined()) x = x * target_scale + target_mean;
  return batch.sample_of_label.defined() ? x.index_select(0, batch.sample_of_label) : x;
}

std::int64_t num_weights(const torch::nn::Module& module) {
  std::int64_t count = 0;
  for (const at::Tensor& weight : module.parameters()) count += weight.numel();
  return count;
}

}  // namespace isotypic::nn
