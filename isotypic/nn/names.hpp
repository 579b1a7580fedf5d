// The names by which configurations and command lines call encoders and readouts.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/readouts/readout.hpp"

namespace isotypic::nn {

/// GIN, GINE, GraphSAGE, PNA, GATv2, GraphTransformer.
[[nodiscard]] const std::vector<std::string>& layer_names();

/// Throws Error for a name that layer_names() does not list.
[[nodiscard]] LayerKind layer_kind(const std::string& name);

/// "a, b, c", for messages.
[[nodiscard]] std::string listed(const std::vector<std::string>& names);

/// sum, mean, max, meanmax, pna, attention, set2set, isotypic, linear, linear_blocks; operators and
/// what it is compared with: operators_without_sizes, operators_without_diagonal,
/// operator_statistics, structure, structure_wide, deepsets.
[[nodiscard]] const std::vector<std::string>& readout_part_names();

/// The readout with `blocks` slots and r = 8; `seed` is that of R. Several names joined by '+' are
/// concatenated; ":projected" or ":gated" at the end fuses them by a projected sum or a softmax
/// gate instead: "sum+isotypic", "mean+max+isotypic:gated".
/// "marked:2" reads every graph once for each way to mark two of its nodes, by sum; "marked:2:mean"
/// by another of these readouts.
/// Throws Error for a name that readout_part_names() does not list.
[[nodiscard]] ReadoutOptions named_readout(const std::string& name, std::int64_t blocks,
                                           std::uint64_t seed);

/// What a dataset must be collated with for this readout.
[[nodiscard]] CollateOptions collate_options(const ReadoutOptions& options,
                                             at::ScalarType dtype = at::kFloat);

/// Whether the readout needs the symmetry channels of its graphs.
[[nodiscard]] bool needs_channels(const ReadoutOptions& options);

/// Whether the readout needs the described pairs of its graphs.
[[nodiscard]] bool needs_pairs(const ReadoutOptions& options);

}  // namespace isotypic::nn
