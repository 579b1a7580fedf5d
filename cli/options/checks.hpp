// Checks of option values that CLI11 has not, with messages people can read.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

namespace isotypic::cli {

/// The most threads or jobs that a command runs side by side.
inline constexpr std::int64_t max_threads = 1024;

/// A whole number from `low` to `high`.
[[nodiscard]] CLI::Validator count_between(std::int64_t low, std::int64_t high);

/// The name of a file or folder: not empty, and not - for a standard stream.
[[nodiscard]] CLI::Validator named_file();

/// A shard, written i/N.
[[nodiscard]] CLI::Validator is_shard();

/// Throws CLI::ValidationError if two of the paths are the same file, by whatever names. Empty ones
/// and - do not count.
void check_distinct_files(const std::vector<std::filesystem::path>& paths);

/// Throws CLI::ValidationError if a file would be both read and written, or written twice. Every
/// command that writes files calls it before it writes anything. Folders among the inputs stand
/// for all files in them, except by other names.
void check_no_output_is_input(const std::vector<std::filesystem::path>& outputs,
                              const std::vector<std::filesystem::path>& inputs);

/// Flushes standard output. Throws Error (Runtime) if something could not be written.
void finish_output(const char* where);

/// Creates the folder and those above it. Throws Error (Runtime) that names it.
void create_folder(const std::filesystem::path& folder);

}  // namespace isotypic::cli
