// The options that several commands share, each with one meaning everywhere.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "isotypic/base/enum_names.hpp"
#include "isotypic/channels/readout.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

/// How results are written; a command says which of them is its default.
enum class Format { Text, Json, Csv };

/// --json and --csv, of which at most one may be given.
void add_format_options(CLI::App& command, Format& format);

/// Takes one of the names, in upper or lower case, and hands on the value that belongs to it.
/// Refuses other texts with a list of the names, and suggests the nearest.
[[nodiscard]] CLI::Validator choice(std::vector<std::pair<std::string, std::string>> values);

/// The same for enumerators, which CLI11 reads as numbers.
template <typename Enum>
[[nodiscard]] CLI::Validator choice(const std::map<std::string, Enum>& values) {
  std::vector<std::pair<std::string, std::string>> numbers;
  for (const auto& [name, value] : values) {
    numbers.emplace_back(name, std::to_string(static_cast<std::int64_t>(value)));
  }
  return choice(std::move(numbers));
}

/// An option whose value is the name of an enumerator. `Value` is the enum, or an optional of it.
template <NamedEnum Enum, typename Value>
CLI::Option* add_enum_option(CLI::App& command, const char* name, Value& value,
                             const std::string& description) {
  std::map<std::string, Enum> values;
  for (const auto& [each, text] : EnumNames<Enum>::table) values.emplace(text, each);
  return command.add_option(name, value, description)->transform(choice(values))->type_name("NAME");
}

/// --threads of every training: how long it takes, not what comes out.
void add_training_threads_option(CLI::App& command, std::int64_t& threads);

/// A seed: refuses what is not a whole number of 64 bits.
[[nodiscard]] CLI::Validator is_seed();

using TimeLimit = std::optional<std::chrono::milliseconds>;

/// An option that takes seconds and sets `limit`; `about` says what they are for.
CLI::Option* add_time_limit_option(CLI::App& command, const std::string& name, TimeLimit& limit,
                                   const std::string& about);

/// --node-colours, --edge-colours, --time-limit: what counts as a symmetry, and how long to look.
void add_symmetry_options(CLI::App& command, SymmetryOptions& options);

struct EmbeddingOptions {
  std::string input = "constant";
  std::int64_t rounds = 2;
  SymmetryOptions symmetry;
  ChannelOptions channels;
  IsotypicReadoutOptions readout;
  std::int64_t pooled = 0;  ///< features of the set of all components; 0: blocks, as `readout` says
};

/// --pooled, for commands that write features. After add_embedding_options.
void add_pooled_option(CLI::App& command, EmbeddingOptions& options);

/// --rounds alone, for commands without a readout.
void add_rounds_option(CLI::App& command, std::int64_t& rounds);

/// All that embeddings and their readout depend on: the options of the symmetry, --input,
/// --rounds, --variant, --max-blocks, --rp-dim, --projection-seed, --centre, --seed, --grouping,
/// --order.
void add_embedding_options(CLI::App& command, EmbeddingOptions& options);

}  // namespace isotypic::cli
