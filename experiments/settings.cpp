#include "experiments/settings.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "isotypic/error.hpp"

namespace isotypic::experiments {
namespace {

using nn::IsotypicMode;
using nn::LayerKind;
using nn::ReadoutKind;

nn::ReadoutOptions single_readout(const std::string& name, std::int64_t blocks,
                                  std::uint64_t seed) {
  constexpr std::array<std::pair<const char*, ReadoutKind>, 7> pools = {
      {{"sum", ReadoutKind::Sum},
       {"mean", ReadoutKind::Mean},
       {"max", ReadoutKind::Max},
       {"meanmax", ReadoutKind::MeanMax},
       {"pna", ReadoutKind::PnaStatistics},
       {"attention", ReadoutKind::Attention},
       {"set2set", ReadoutKind::Set2Set}}};
  for (const auto& [known, kind] : pools) {
    if (name == known) return {.parts = {kind}};
  }
  constexpr std::array<std::pair<const char*, IsotypicMode>, 3> modes = {
      {{"isotypic", IsotypicMode::Full},
       {"linear", IsotypicMode::Linear},
       {"linear_blocks", IsotypicMode::LinearBlocks}}};
  for (const auto& [known, mode] : modes) {
    if (name != known) continue;
    return {.parts = {ReadoutKind::Isotypic},
            .isotypic = {.mode = mode, .max_blocks = blocks, .rp_dim = 8, .seed = seed}};
  }
  fail("readout_options", "there is no readout '", name, "'");
}

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

nn::LayerKind layer_kind(const std::string& encoder) {
  constexpr std::array<std::pair<const char*, LayerKind>, 6> kinds = {
      {{"GIN", LayerKind::Gin},
       {"GINE", LayerKind::Gine},
       {"GraphSAGE", LayerKind::Sage},
       {"PNA", LayerKind::Pna},
       {"GATv2", LayerKind::Gatv2},
       {"GraphTransformer", LayerKind::TransformerConv}}};
  for (const auto& [known, kind] : kinds) {
    if (encoder == known) return kind;
  }
  fail("layer_kind", "there is no encoder '", encoder, "'");
}

nn::ReadoutOptions readout_options(const std::string& name, std::int64_t blocks,
                                   std::uint64_t seed) {
  const std::string parts = name.substr(0, name.find(':'));
  nn::ReadoutOptions combined{.parts = {}};
  for (std::size_t begin = 0; begin <= parts.size();) {
    const std::size_t end = std::min(parts.find('+', begin), parts.size());
    const nn::ReadoutOptions part = single_readout(parts.substr(begin, end - begin), blocks, seed);
    combined.parts.push_back(part.parts.front());
    if (part.parts.front() == ReadoutKind::Isotypic) combined.isotypic = part.isotypic;
    begin = end + 1;
  }
  if (name.size() > parts.size()) {
    const std::string fusion = name.substr(parts.size() + 1);
    if (fusion != "projected" && fusion != "gated") {
      fail("readout_options", "there is no fusion '", fusion, "'");
    }
    combined.fusion = fusion == "gated" ? nn::Fusion::Gate : nn::Fusion::ProjectedSum;
  }
  return combined;
}

}  // namespace isotypic::experiments
