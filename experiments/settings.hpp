// The paper's settings for the expressivity tasks (appendix D.1), by the names of its tables.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/base/options.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"

namespace isotypic::nn {
class Encoder;
}

namespace isotypic::experiments {

/// GIN, GraphSAGE, PNA, GATv2, GraphTransformer: all that do not need features of edges.
[[nodiscard]] const std::vector<nn::LayerKind>& encoder_kinds();

/// For options: one or several of encoder_kinds().
[[nodiscard]] Accept any_encoder();
/// For options: one or several of readout_names().
[[nodiscard]] Accept any_readout();

/// For options: one or several of all_readout_names(), or marked:3.
[[nodiscard]] Accept any_copy_readout();

/// The readouts that forget which node is which: sum, mean, max, meanmax, pna, attention, set2set.
[[nodiscard]] const std::vector<std::string>& baseline_names();

/// isotypic, linear, linear_blocks.
[[nodiscard]] const std::vector<std::string>& isotypic_names();

/// component_set, marked:1, marked:2: they tell more apart than the baselines, and depend on no
/// canonical labelling.
[[nodiscard]] const std::vector<std::string>& hash_free_names();

/// The baselines, then the isotypic variants.
[[nodiscard]] std::vector<std::string> readout_names();

/// readout_names(), then the hash-free ones.
[[nodiscard]] std::vector<std::string> all_readout_names();

/// Whether the readout reads channels block by block. Throws Error as nn::named_readout() does.
[[nodiscard]] bool is_isotypic(const std::string& readout);

/// Whether the readout sees more than the baselines without reading blocks of channels: the
/// components as a set, or marks. Throws Error likewise.
[[nodiscard]] bool is_hash_free(const std::string& readout);

/// Whether the readout needs channels, block by block or not. Throws Error likewise.
[[nodiscard]] bool needs_channels(const std::string& readout);

/// The encoder for constant node features of width 1; `degree_histogram` is for PNA.
/// Throws Error for a kind that encoder_kinds() does not list.
[[nodiscard]] nn::EncoderOptions encoder_options(nn::LayerKind kind,
                                                 std::vector<std::int64_t> degree_histogram);

/// For options: what the biases of BatchNorm may start from.
[[nodiscard]] Accept norm_bias_range();
/// What the biases of BatchNorm start from, instead of 0.
void fill_norm_biases(nn::Encoder& encoder, double bias);

}  // namespace isotypic::experiments
