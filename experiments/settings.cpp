#include "experiments/settings.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/names.hpp"

namespace isotypic::experiments {
namespace {

using nn::LayerKind;

}  // namespace

const std::vector<std::string>& encoder_names() {
  static const std::vector<std::string> names = {"GIN", "GraphSAGE", "PNA", "GATv2",
                                                 "GraphTransformer"};
  return names;
}

const std::vector<std::string>& baseline_names() {
  static const std::vector<std::string> names = {"sum", "mean",      "max",    "meanmax",
                                                 "pna", "attention", "set2set"};
  return names;
}

const std::vector<std::string>& isotypic_names() {
  static const std::vector<std::string> names = {"isotypic", "linear", "linear_blocks"};
  return names;
}

std::vector<std::string> readout_names() {
  std::vector<std::string> names = baseline_names();
  names.insert(names.end(), isotypic_names().begin(), isotypic_names().end());
  return names;
}

bool is_isotypic(const std::string& readout) {
  return std::ranges::find(isotypic_names(), readout) != isotypic_names().end();
}

nn::EncoderOptions encoder_options(const std::string& name,
                                   std::vector<std::int64_t> degree_histogram) {
  nn::EncoderOptions options{.hidden = 96, .layers = 5, .heads = 4, .node_features = 1};
  if (name == "GIN") {
    options.kind = LayerKind::Gin;
    options.hidden = 64;
  } else if (name == "GraphSAGE") {
    options.kind = LayerKind::Sage;
  } else if (name == "PNA") {
    options.kind = LayerKind::Pna;
    options.degree_histogram = std::move(degree_histogram);
  } else if (name == "GATv2") {
    options.kind = LayerKind::Gatv2;
  } else if (name == "GraphTransformer") {
    options.kind = LayerKind::TransformerConv;
    options.hidden = 128;
    options.layers = 6;
    options.heads = 8;
    options.dropout = 0.1;
  } else {
    fail("encoder_options", "there is no encoder '", name, "'");
  }
  return options;
}

nn::ReadoutOptions readout_options(const std::string& name, std::int64_t blocks,
                                   std::uint64_t seed) {
  return nn::named_readout(name, blocks, seed);
}

void fill_norm_biases(nn::Encoder& encoder, double bias) {
  const at::NoGradGuard no_grad;
  for (auto& norm : encoder.norms) norm->bias.fill_(bias);
}

}  // namespace isotypic::experiments
