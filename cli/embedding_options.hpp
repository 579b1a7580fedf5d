// The options that embed, compare and explain share.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>

#include "isotypic/channels/readout.hpp"

namespace isotypic::cli {

struct EmbeddingOptions {
  std::string input = "constant";
  std::int64_t rounds = 2;
  ChannelOptions channels;
  ReadoutOptions readout;
};

/// --seed, --grouping, --order: how the node space is split.
void add_channel_options(CLI::App& command, ChannelOptions& options);

/// The former, and --input, --rounds, --variant, --max-blocks, --rp-dim, --centre.
void add_embedding_options(CLI::App& command, EmbeddingOptions& options);

}  // namespace isotypic::cli
