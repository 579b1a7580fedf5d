#include "isotypic/nn/model.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <sstream>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/initialise.hpp"
#include "isotypic/nn/readouts/marked_readout.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {
namespace {

void put_list(std::ostream& out, const char* name, const std::vector<std::int64_t>& values) {
  out << ", " << name;
  for (const std::int64_t value : values) out << ' ' << value;
}

std::string describe(const OperatorOptions& options) {
  std::ostringstream text;
  text << ", operators " << options.heads << ' ' << options.hidden << ' ' << options.sizes << ' '
       << options.diagonal << ' ' << static_cast<int>(options.form) << ' ' << options.match_weights
       << ' ' << options.powers << ' ' << options.max_distance;
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
  if (encoder.walks > 0) text << ", walks " << encoder.walks;
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
  hidden = register_module("hidden", torch::nn::Linear(width, width));
  output = register_module("output", torch::nn::Linear(width, options.outputs));
}

at::Tensor GraphModel::forward(const Batch& batch) {
  at::Tensor x = at::relu(hidden(readout->forward(encoder->forward(batch), batch)));
  if (is_training()) x = dropout(x, options.encoder.dropout, *stream);
  return output(x);
}

}  // namespace isotypic::nn
