#include "cli/options/checks.hpp"

#include <charconv>
#include <iostream>
#include <string>

#include "isotypic/base/error.hpp"
#include "isotypic/run/shard.hpp"

namespace isotypic::cli {
namespace {

namespace fs = std::filesystem;

/// Whether all of `text` is a whole number, which then lies in [low, high].
bool is_between(const std::string& text, std::int64_t low, std::int64_t high) {
  std::int64_t value = 0;
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && value >= low && value <= high;
}

/// By device and number where both exist, which sees through all kinds of links, else by name.
bool is_same_file(const fs::path& a, const fs::path& b) {
  if (a.empty() || b.empty() || a == "-" || b == "-") return false;
  std::error_code unknown;
  if (fs::exists(a, unknown) && fs::exists(b, unknown)) {
    // Terminals and pipes may be read and written at once.
    return fs::is_regular_file(a, unknown) && fs::equivalent(a, b, unknown);
  }
  return fs::weakly_canonical(a, unknown) == fs::weakly_canonical(b, unknown);
}

/// Whether a file of this name exists somewhere in the folder. The folder is not searched: it may
/// be large.
bool is_file_below(const fs::path& file, const fs::path& folder) {
  std::error_code unknown;  // then reading or writing says what is wrong
  if (!fs::is_directory(folder, unknown) || !fs::exists(file, unknown)) return false;
  const fs::path inside =
      fs::canonical(file, unknown).lexically_relative(fs::canonical(folder, unknown));
  return !inside.empty() && *inside.begin() != "..";
}

}  // namespace

CLI::Validator is_shard() {
  return {[](const std::string& text) {
            try {
              (void)run::parse_shard(text);
              return std::string();
            } catch (const Error& error) {
              return error.reason();
            }
          },
          ""};
}

CLI::Validator named_file() {
  return {[](const std::string& text) {
            return text.empty() || text == "-" ? "must be the name of a file" : std::string();
          },
          ""};
}

CLI::Validator count_between(std::int64_t low, std::int64_t high) {
  const std::string range = std::to_string(low) + " to " + std::to_string(high);
  return {[=](const std::string& text) {
            return is_between(text, low, high)
                       ? std::string()
                       : "must be a whole number from " + range + ", not " + text;
          },
          range};
}

void check_distinct_files(const std::vector<fs::path>& paths) {
  for (std::size_t i = 0; i < paths.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) {
      if (is_same_file(paths[i], paths[j])) {
        throw CLI::ValidationError(paths[i].string() + " would be written or read twice");
      }
    }
  }
}

void check_no_output_is_input(const std::vector<fs::path>& outputs,
                              const std::vector<fs::path>& inputs) {
  check_distinct_files(outputs);
  for (const fs::path& output : outputs) {
    for (const fs::path& named : inputs) {
      // A file may come by redirection.
      const fs::path input = named == "-" ? fs::path("/dev/stdin") : named;
      if (!is_same_file(output, input) && !is_file_below(output, input)) continue;
      throw CLI::ValidationError(output.string() + " is read by this command (as " +
                                 input.string() + "): it would be overwritten");
    }
  }
}

void finish_output(const char* where) {
  if (!std::cout.flush()) fail_as(ErrorKind::Runtime, where, "cannot write to standard output");
}

void create_folder(const std::filesystem::path& folder) {
  if (folder.empty()) return;
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) {
    fail_as(ErrorKind::Runtime, "create_folder", "cannot create the folder ", folder.string(), ": ",
            failure.message());
  }
}

}  // namespace isotypic::cli
