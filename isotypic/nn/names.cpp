#include "isotypic/nn/names.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/tuples.hpp"

namespace isotypic::nn {
namespace {

constexpr std::array<std::pair<const char*, LayerKind>, 6> named_layers = {
    {{"GIN", LayerKind::Gin},
     {"GINE", LayerKind::Gine},
     {"GraphSAGE", LayerKind::Sage},
     {"PNA", LayerKind::Pna},
     {"GATv2", LayerKind::Gatv2},
     {"GraphTransformer", LayerKind::TransformerConv}}};

constexpr std::array<std::pair<const char*, ReadoutKind>, 7> named_pools = {
    {{"sum", ReadoutKind::Sum},
     {"mean", ReadoutKind::Mean},
     {"max", ReadoutKind::Max},
     {"meanmax", ReadoutKind::MeanMax},
     {"pna", ReadoutKind::PnaStatistics},
     {"attention", ReadoutKind::Attention},
     {"set2set", ReadoutKind::Set2Set}}};

constexpr std::array<std::pair<const char*, ReadoutVariant>, 3> named_variants = {
    {{"isotypic", ReadoutVariant::Full},
     {"linear", ReadoutVariant::Linear},
     {"linear_blocks", ReadoutVariant::LinearBlocks}}};

constexpr std::string_view marked_prefix = "marked:";

/// "marked:2" or "marked:2:INNER".
ReadoutOptions marked_readout(const std::string& name, std::int64_t blocks, std::uint64_t seed) {
  const std::string rest = name.substr(marked_prefix.size());
  const std::string inner = rest.size() > 2 && rest[1] == ':' ? rest.substr(2) : "sum";
  const bool known = !rest.empty() && rest[0] >= '1' && rest[0] <= '0' + max_tuple_size;
  if (!known || (rest.size() > 1 && inner.size() + 2 != rest.size())) {
    fail("named_readout", "there is no readout '", name, "'; marked:1, marked:2 and marked:3 mark ",
         "so many nodes, and marked:2:mean reads the marked copies by mean instead of sum");
  }
  ReadoutOptions options = named_readout(inner, blocks, seed);
  if (options.marks > 0) fail("named_readout", "'", name, "' marks nodes twice");
  options.marks = rest[0] - '0';
  return options;
}

/// The learned operators and their controls.
const std::vector<std::pair<const char*, OperatorOptions>>& named_operators() {
  static const std::vector<std::pair<const char*, OperatorOptions>> named = {
      {"operators", {}},
      {"operators_without_sizes", {.sizes = false}},
      {"operators_without_diagonal", {.diagonal = false}},
      {"operator_statistics", {.diagonal = false, .form = OperatorForm::Statistics}},
      {"structure", {.heads = 0}},
      {"structure_wide", {.heads = 0, .match_weights = true}},
      {"deepsets", {.heads = 0, .diagonal = false}}};
  return named;
}

bool has_part(const ReadoutOptions& options, ReadoutKind kind) {
  return std::ranges::find(options.parts, kind) != options.parts.end();
}

void add_part(const std::string& name, const IsotypicReadoutOptions& isotypic,
              ReadoutOptions& options) {
  for (const auto& [known, kind] : named_pools) {
    if (name != known) continue;
    options.parts.push_back(kind);
    return;
  }
  for (const auto& [known, variant] : named_variants) {
    if (name != known) continue;
    if (needs_channels(options)) {
      fail("named_readout", "only one part can be isotypic, '", name, "' is another");
    }
    options.parts.push_back(ReadoutKind::Isotypic);
    options.isotypic = isotypic;
    options.isotypic.variant = variant;
    return;
  }
  for (const auto& [known, operators] : named_operators()) {
    if (name != known) continue;
    if (has_part(options, ReadoutKind::Operators)) {
      fail("named_readout", "only one part can be operators or a control of it, '", name,
           "' is another");
    }
    options.parts.push_back(ReadoutKind::Operators);
    options.operators = operators;
    return;
  }
  fail("named_readout", "there is no readout '", name, "'; there are ",
       listed(readout_part_names()), ", and several of them joined by +");
}

}  // namespace

const std::vector<std::string>& layer_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& layer : named_layers) list.emplace_back(layer.first);
    return list;
  }();
  return names;
}

LayerKind layer_kind(const std::string& name) {
  for (const auto& [known, kind] : named_layers) {
    if (name == known) return kind;
  }
  fail("layer_kind", "there is no encoder '", name, "'; there are ", listed(layer_names()));
}

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

const std::vector<std::string>& readout_part_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const auto& pool : named_pools) list.emplace_back(pool.first);
    for (const auto& variant : named_variants) list.emplace_back(variant.first);
    for (const auto& operators : named_operators()) list.emplace_back(operators.first);
    return list;
  }();
  return names;
}

ReadoutOptions named_readout(const std::string& name, std::int64_t blocks, std::uint64_t seed) {
  if (name.starts_with(marked_prefix)) return marked_readout(name, blocks, seed);
  const std::string parts = name.substr(0, name.find(':'));
  const IsotypicReadoutOptions isotypic{.max_blocks = blocks, .rp_dim = 8, .seed = seed};
  ReadoutOptions options{.parts = {}};
  for (std::size_t begin = 0; begin <= parts.size();) {
    const std::size_t end = std::min(parts.find('+', begin), parts.size());
    add_part(parts.substr(begin, end - begin), isotypic, options);
    begin = end + 1;
  }
  if (name.size() == parts.size()) return options;
  const std::string fusion = name.substr(parts.size() + 1);
  if (fusion == "gated") {
    options.fusion = Fusion::Gate;
  } else if (fusion == "projected") {
    options.fusion = Fusion::ProjectedSum;
  } else {
    fail("named_readout", "there is no fusion '", fusion, "', only projected and gated");
  }
  return options;
}

bool needs_channels(const ReadoutOptions& options) {
  return has_part(options, ReadoutKind::Isotypic);
}

CollateOptions collate_options(const ReadoutOptions& options, at::ScalarType dtype) {
  CollateOptions collate{.dtype = dtype, .max_blocks = options.isotypic.max_blocks};
  if (needs_pairs(options)) collate.pairs = PairOptions{};
  if (options.marks > 0) collate.marks = MarkOptions{.size = options.marks};
  return collate;
}

bool needs_pairs(const ReadoutOptions& options) {
  return has_part(options, ReadoutKind::Operators) &&
         (options.operators.heads > 0 || options.operators.diagonal);
}

}  // namespace isotypic::nn
