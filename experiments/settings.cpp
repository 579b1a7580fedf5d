#include "experiments/settings.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"

namespace isotypic::experiments {

using nn::LayerKind;

const std::vector<LayerKind>& encoder_kinds() {
  static const std::vector<LayerKind> kinds = {LayerKind::Gin, LayerKind::Sage, LayerKind::Pna,
                                               LayerKind::Gatv2, LayerKind::TransformerConv};
  return kinds;
}

Accept any_encoder() { return one_of(names_of(encoder_kinds())); }

Accept any_readout() { return one_of(readout_names()); }

Accept any_copy_readout() {
  std::vector<std::string> names = all_readout_names();
  names.emplace_back("marked:3");
  return one_of(names);
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

const std::vector<std::string>& hash_free_names() {
  static const std::vector<std::string> names = {"component_set", "marked:1", "marked:2"};
  return names;
}

std::vector<std::string> readout_names() {
  std::vector<std::string> names = baseline_names();
  names.insert(names.end(), isotypic_names().begin(), isotypic_names().end());
  return names;
}

std::vector<std::string> all_readout_names() {
  std::vector<std::string> names = readout_names();
  names.insert(names.end(), hash_free_names().begin(), hash_free_names().end());
  return names;
}

bool is_isotypic(const std::string& readout) {
  return nn::reads_blocks(nn::named_readout(readout, 1, 0));
}

bool is_hash_free(const std::string& readout) {
  const nn::ReadoutOptions options = nn::named_readout(readout, 1, 0);
  return !nn::reads_blocks(options) && (options.marks > 0 || nn::needs_components(options));
}

bool needs_channels(const std::string& readout) {
  return nn::needs_channels(nn::named_readout(readout, 1, 0));
}

nn::EncoderOptions encoder_options(LayerKind kind, std::vector<std::int64_t> degree_histogram) {
  if (std::ranges::find(encoder_kinds(), kind) == encoder_kinds().end()) {
    fail("encoder_options", enum_name(kind), " is not among ", listed(names_of(encoder_kinds())));
  }
  nn::EncoderOptions options{
      .kind = kind, .hidden = 96, .layers = 5, .heads = 4, .node_features = 1};
  if (kind == LayerKind::Gin) options.hidden = 64;
  if (kind == LayerKind::Pna) options.degree_histogram = std::move(degree_histogram);
  if (kind == LayerKind::TransformerConv) {
    options.hidden = 128;
    options.layers = 6;
    options.heads = 8;
    options.dropout = 0.1;
  }
  return options;
}

Accept norm_bias_range() { return between(-1e6, 1e6); }

void fill_norm_biases(nn::Encoder& encoder, double bias) {
  const at::NoGradGuard no_grad;
  for (auto& norm : encoder.norms) norm->bias.fill_(bias);
}

}  // namespace isotypic::experiments
