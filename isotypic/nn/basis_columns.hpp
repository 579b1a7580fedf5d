// copy_basis: the basis of a graph's channels in the order of its nodes. Internal.
#pragma once

#include <algorithm>
#include <cstdint>

#include "isotypic/channels/channels.hpp"

namespace isotypic::nn {

/// How many of the blocks there are that `max_blocks` keeps; 0 keeps all.
[[nodiscard]] inline std::int64_t kept_blocks(const Channels& channels, std::int64_t max_blocks) {
  const auto available = static_cast<std::int64_t>(channels.canonical->channels.size());
  return max_blocks > 0 ? std::min(max_blocks, available) : available;
}

/// Whether there are more blocks than `kept`.
[[nodiscard]] inline bool cuts_blocks(const Channels& channels, std::int64_t kept) {
  const Decomposition& canonical = *channels.canonical;
  return kept < std::max<std::int64_t>(std::ssize(canonical.channels), canonical.num_channels);
}

/// Columns of the first `kept` blocks.
[[nodiscard]] inline std::int64_t kept_columns(const Channels& channels, std::int64_t kept) {
  std::int64_t columns = 0;
  for (std::int64_t b = 0; b < kept; ++b) columns += channels.canonical->channels[b].dim;
  return columns;
}

/// Writes the first `kept` blocks: per column the entries of all nodes to `basis` and their sum to
/// `sums`, and per block its columns to `dims`.
template <typename T>
void copy_basis(const Channels& channels, std::int64_t kept, T* basis, T* sums,
                std::int32_t* dims) {
  const Decomposition& canonical = *channels.canonical;
  for (std::int64_t b = 0; b < kept; ++b) {
    const Channel& channel = canonical.channels[b];
    const bool trivial = canonical.is_trivial(channel);
    for (std::int64_t c = channel.begin; c < channel.begin + channel.dim; ++c) {
      double sum = 0.0;
      for (std::int64_t v = 0; v < canonical.num_nodes; ++v) {
        const double entry = canonical.basis(channels.position[v], c);
        *basis++ = static_cast<T>(entry);
        sum += entry;
      }
      // The rest is rounding: docs/explanation/theory.md, "What is zero".
      *sums++ = static_cast<T>(trivial ? sum : 0.0);
    }
    *dims++ = static_cast<std::int32_t>(channel.dim);
  }
}

}  // namespace isotypic::nn
