#include "isotypic/nn/readouts/readout_options.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/symmetry/tuples.hpp"

namespace isotypic::nn {
namespace {

/// A name for a kind with certain options.
struct Preset {
  const char* name;
  ReadoutKind kind;
  std::function<void(ReadoutOptions&)> choose;
};

std::function<void(ReadoutOptions&)> with(ReadoutVariant variant) {
  return [variant](ReadoutOptions& options) { options.isotypic.variant = variant; };
}

std::function<void(ReadoutOptions&)> with(const OperatorOptions& operators) {
  return [operators](ReadoutOptions& options) { options.operators = operators; };
}

const std::vector<Preset>& presets() {
  using enum ReadoutKind;
  static const std::vector<Preset> all = {
      {"linear", Isotypic, with(ReadoutVariant::Linear)},
      {"linear_blocks", Isotypic, with(ReadoutVariant::LinearBlocks)},
      // What the learned operators are compared with.
      {"operators_without_sizes", Operators, with(OperatorOptions{.sizes = false})},
      {"operators_without_diagonal", Operators, with(OperatorOptions{.diagonal = false})},
      {"operator_statistics", Operators,
       with(OperatorOptions{.diagonal = false, .form = OperatorForm::Statistics})},
      {"structure", Operators, with(OperatorOptions{.heads = 0})},
      {"structure_wide", Operators, with(OperatorOptions{.heads = 0, .match_weights = true})},
      {"deepsets", Operators, with(OperatorOptions{.heads = 0, .diagonal = false})}};
  return all;
}

const std::vector<std::string>& kind_names() {
  static const std::vector<std::string> names = enum_names<ReadoutKind>();
  return names;
}

bool has_part(const ReadoutOptions& options, ReadoutKind kind) {
  return std::ranges::find(options.parts, kind) != options.parts.end();
}

void add_part(const std::string& name, ReadoutOptions& options) {
  const auto preset = std::ranges::find(presets(), name, &Preset::name);
  if (preset == presets().end() && std::ranges::find(kind_names(), name) == kind_names().end()) {
    fail("named_readout", "there is no readout '", name, "'; there are ",
         listed(readout_part_names()), ", several of them joined by +, and marked:K alone",
         name.find(',') != std::string::npos
             ? "; join readouts by +, or compare them by cross-validate --vary"
             : did_you_mean(name, readout_part_names()));
  }
  const ReadoutKind kind = preset == presets().end() ? parse_enum<ReadoutKind>(name) : preset->kind;
  // Parts of these kinds would share their options.
  const bool alone = kind == ReadoutKind::Isotypic || kind == ReadoutKind::Operators ||
                     kind == ReadoutKind::ComponentSet;
  if (alone && has_part(options, kind)) {
    fail("named_readout", "'", name, "' cannot be combined with another readout of its kind");
  }
  options.parts.push_back(kind);
  if (preset != presets().end()) preset->choose(options);
}

Fusion parse_fusion(const std::string& name) {
  if (name != enum_name(Fusion::ProjectedSum) && name != enum_name(Fusion::Gate)) {
    fail("named_readout", "there is no fusion '", name, "', only projected and gated");
  }
  return parse_enum<Fusion>(name);
}

constexpr std::string_view marked_prefix = "marked:";

/// "marked:2" or "marked:2:INNER".
ReadoutOptions marked_readout(const std::string& name, std::int64_t blocks, std::uint64_t seed) {
  const std::string rest = name.substr(marked_prefix.size());
  const bool has_size = !rest.empty() && rest[0] >= '1' && rest[0] <= '0' + max_tuple_size;
  if (!has_size || (rest.size() > 1 && rest[1] != ':')) {
    fail("named_readout", "there is no readout '", name, "'; marked:1 to marked:", max_tuple_size,
         " mark one to ", max_tuple_size,
         " nodes, and marked:2:mean reads the marked copies by mean instead of sum");
  }
  ReadoutOptions options = named_readout(rest.size() > 1 ? rest.substr(2) : "sum", blocks, seed);
  if (options.marks > 0) fail("named_readout", "'", name, "' marks nodes twice");
  if (needs_pairs(options)) {
    fail("named_readout", "'", name, "' needs described pairs, which marked copies do not have");
  }
  options.marks = rest[0] - '0';
  return options;
}

}  // namespace

const std::vector<std::string>& readout_part_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list = kind_names();
    for (const Preset& preset : presets()) list.emplace_back(preset.name);
    return list;
  }();
  return names;
}

ReadoutOptions named_readout(const std::string& name, std::int64_t blocks, std::uint64_t seed) {
  if (name.starts_with(marked_prefix)) return marked_readout(name, blocks, seed);
  const std::string parts = name.substr(0, name.find(':'));
  ReadoutOptions options{.parts = {},
                         .isotypic = {.max_blocks = blocks, .rp_dim = 8, .seed = seed}};
  if (name.find(marked_prefix) != std::string::npos) {
    fail("named_readout", "marked:K stands alone, not in '", name, "'");
  }
  for (std::size_t begin = 0; begin <= parts.size();) {
    const std::size_t end = std::min(parts.find('+', begin), parts.size());
    add_part(parts.substr(begin, end - begin), options);
    begin = end + 1;
  }
  if (name.size() > parts.size()) options.fusion = parse_fusion(name.substr(parts.size() + 1));
  if (!needs_channels(options)) options.isotypic = {};
  return options;
}

bool needs_channels(const ReadoutOptions& options) {
  return reads_blocks(options) || needs_components(options);
}

bool reads_blocks(const ReadoutOptions& options) {
  return has_part(options, ReadoutKind::Isotypic);
}

bool needs_components(const ReadoutOptions& options) {
  return has_part(options, ReadoutKind::ComponentSet);
}

bool needs_pairs(const ReadoutOptions& options) {
  return has_part(options, ReadoutKind::Operators) &&
         (options.operators.heads > 0 || options.operators.diagonal);
}

}  // namespace isotypic::nn
