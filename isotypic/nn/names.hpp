// The names by which configurations and command lines call encoders and readouts.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// sum, mean, max, meanmax, pna, attention, set2set, isotypic, linear, linear_blocks; operators and
/// what it is compared with: operators_without_sizes, operators_without_diagonal,
/// operator_statistics, structure, structure_wide, deepsets.
[[nodiscard]] const std::vector<std::string>& readout_part_names();

/// The readout with `blocks` slots and r = 8; `seed` is that of R. Several names joined by '+' are
/// concatenated; ":projected" or ":gated" at the end fuses them by a projected sum or a softmax
/// gate instead: "sum+isotypic", "mean+max+isotypic:gated".
/// Throws Error for a name that readout_part_names() does not list.
[[nodiscard]] ReadoutOptions named_readout(const std::string& name, std::int64_t blocks,
                                           std::uint64_t seed);

/// Whether the readout needs the symmetry channels of its graphs.
[[nodiscard]] bool needs_channels(const ReadoutOptions& options);

/// Whether the readout needs the described pairs of its graphs.
[[nodiscard]] bool needs_pairs(const ReadoutOptions& options);

}  // namespace isotypic::nn

namespace isotypic {

template <>
struct EnumNames<nn::LayerKind> {
  static constexpr const char* what = "encoder";
  static constexpr std::array<std::pair<nn::LayerKind, const char*>, 6> table = {
      {{nn::LayerKind::Gin, "GIN"},
       {nn::LayerKind::Gine, "GINE"},
       {nn::LayerKind::Sage, "GraphSAGE"},
       {nn::LayerKind::Pna, "PNA"},
       {nn::LayerKind::Gatv2, "GATv2"},
       {nn::LayerKind::TransformerConv, "GraphTransformer"}}};
};

}  // namespace isotypic
