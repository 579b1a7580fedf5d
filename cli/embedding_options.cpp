#include "cli/embedding_options.hpp"

#include <map>

namespace isotypic::cli {

void add_channel_options(CLI::App& command, ChannelOptions& options) {
  const std::map<std::string, Grouping> groupings = {{"channels", Grouping::Channels},
                                                     {"components", Grouping::Components}};
  const std::map<std::string, BlockOrder> orders = {{"descending", BlockOrder::TraceDescending},
                                                    {"ascending", BlockOrder::TraceAscending}};
  command.add_option("--seed", options.seed, "Seed of the operator's coefficients")
      ->capture_default_str();
  command.add_option("--grouping", options.grouping, "Blocks: channels or components")
      ->transform(CLI::CheckedTransformer(groupings).description(""));
  command
      .add_option("--order", options.order, "Order of the blocks' traces: descending, ascending")
      ->transform(CLI::CheckedTransformer(orders).description(""));
}

void add_embedding_options(CLI::App& command, EmbeddingOptions& options) {
  const std::map<std::string, ReadoutVariant> variants = {
      {"full", ReadoutVariant::Full},
      {"linear", ReadoutVariant::Linear},
      {"linear_blocks", ReadoutVariant::LinearBlocks}};
  command
      .add_option("--input", options.input,
                  "Node features: constant, degree, or an .npy file with one row per node")
      ->capture_default_str();
  command.add_option("--rounds", options.rounds, "Rounds of M <- M + A M before the readout")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--variant", options.readout.variant, "full, linear or linear_blocks")
      ->transform(CLI::CheckedTransformer(variants).description(""));
  command.add_option("--max-blocks", options.readout.max_blocks, "Blocks read; 0 reads all")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--rp-dim", options.readout.rp_dim, "Columns of the random projection")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  command.add_option("--projection-seed", options.readout.seed, "Seed of the random projection")
      ->capture_default_str();
  command.add_flag("--centre", options.readout.centre, "Subtract the mean row first");
  add_channel_options(command, options.channels);
}

}  // namespace isotypic::cli
