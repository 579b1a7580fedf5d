#include "cli/options/options.hpp"

#include <charconv>
#include <system_error>

#include "cli/options/checks.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/suggestion.hpp"
#include "isotypic/base/time_limit.hpp"
#include "isotypic/channels/names.hpp"

namespace isotypic::cli {
namespace {

constexpr std::int64_t max_rounds = 10'000;
constexpr std::int64_t max_rp_dim = 65'536;

void add_channel_options(CLI::App& command, ChannelOptions& options) {
  command.add_option("--seed", options.seed, "Seed of the operator's coefficients")
      ->check(is_seed())
      ->capture_default_str();
  add_enum_option<Grouping>(command, "--grouping", options.grouping,
                            "Blocks: channels (default) or components");
  add_enum_option<BlockOrder>(
      command, "--order", options.order,
      "Order of the blocks by their traces: descending (default) or ascending");
}

void add_readout_options(CLI::App& command, IsotypicReadoutOptions& options) {
  add_enum_option<ReadoutVariant>(command, "--variant", options.variant,
                                  "full (default), linear or linear_blocks");
  // No graph has more blocks than nodes.
  command.add_option("--max-blocks", options.max_blocks, "Blocks read; 0 reads all")
      ->check(CLI::Range(std::int64_t{0}, max_decompose_nodes))
      ->capture_default_str();
  command.add_option("--rp-dim", options.rp_dim, "Columns of the random projection")
      ->check(CLI::Range(std::int64_t{0}, max_rp_dim))
      ->capture_default_str();
  command.add_option("--projection-seed", options.seed, "Seed of the random projection")
      ->check(is_seed())
      ->capture_default_str();
  command.add_flag("--centre", options.centre, "Subtract the mean row first");
}

}  // namespace

CLI::Validator choice(std::vector<std::pair<std::string, std::string>> values) {
  std::vector<std::string> names;
  for (const auto& [name, value] : values) names.push_back(name);
  return {[values = std::move(values), names = std::move(names)](std::string& text) -> std::string {
            for (const auto& [name, value] : values) {
              // CLI11 may hand on what was transformed before.
              if (!equal_ignoring_case(text, name) && text != value) continue;
              text = value;
              return {};
            }
            return "must be one of " + listed(names) + ", not " + text + did_you_mean(text, names);
          },
          ""};
}

void add_training_threads_option(CLI::App& command, std::int64_t& threads) {
  command
      .add_option("--threads", threads,
                  "Threads of a training; 0: one per core; the result is the same")
      ->check(count_between(0, max_threads))
      ->capture_default_str();
}

CLI::Validator is_seed() {
  const auto check = [](const std::string& text) -> std::string {
    std::uint64_t value = 0;
    const auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (failure == std::errc() && end == text.data() + text.size()) return {};
    return "a seed is a whole number from 0 to 2^64 - 1, not " + text;
  };
  return {check, "", "seed"};
}

void add_format_options(CLI::App& command, Format& format) {
  auto* json = command.add_flag_callback(
      "--json", [&format] { format = Format::Json; }, "One JSON object per line");
  command
      .add_flag_callback(
          "--csv", [&format] { format = Format::Csv; }, "Comma-separated values with a header")
      ->excludes(json);
}

CLI::Option* add_time_limit_option(CLI::App& command, const std::string& name, TimeLimit& limit,
                                   const std::string& about) {
  return command
      .add_option_function<double>(
          name,
          [&limit, name](double seconds) {
            try {
              limit = milliseconds_from_seconds(seconds);
            } catch (const Error& error) {
              throw CLI::ValidationError(name, error.reason());
            }
          },
          about + "; 0 is no limit")
      ->type_name("SECONDS");
}

void add_symmetry_options(CLI::App& command, SymmetryOptions& options) {
  command.add_flag("--node-colours", options.node_colours, "Automorphisms must keep node colours");
  command.add_flag("--edge-colours", options.edge_colours, "Automorphisms must keep edge colours");
  add_time_limit_option(command, "--time-limit", options.time_limit,
                        "Seconds for the symmetry of a graph and for its motifs");
}

void add_rounds_option(CLI::App& command, std::int64_t& rounds) {
  command.add_option("--rounds", rounds, "Rounds of M <- M + A M first")
      ->check(CLI::Range(std::int64_t{0}, max_rounds))
      ->capture_default_str();
}

void add_embedding_options(CLI::App& command, EmbeddingOptions& options) {
  command
      .add_option("--input", options.input,
                  "Node features: constant, degree, or an .npy file with one row per node")
      ->capture_default_str();
  add_rounds_option(command, options.rounds);
  add_readout_options(command, options.readout);
  add_channel_options(command, options.channels);
  add_symmetry_options(command, options.symmetry);
}

void add_pooled_option(CLI::App& command, EmbeddingOptions& options) {
  CLI::Option* pooled =
      command
          .add_option("--pooled", options.pooled,
                      "Write N features of the set of all components, as many for every graph")
          ->check(CLI::Range(std::int64_t{1}, max_rp_dim))
          ->type_name("N");
  // They say which blocks are read and how; pooling reads all components.
  for (const char* other :
       {"--variant", "--max-blocks", "--rp-dim", "--projection-seed", "--grouping", "--order"}) {
    pooled->excludes(other);
  }
}

}  // namespace isotypic::cli
