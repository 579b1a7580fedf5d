#include "cli/support/checks.hpp"

#include <charconv>
#include <cmath>
#include <string>

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

/// Whether all of `text` is a value of type T, which then lies in [low, high].
template <typename T>
bool is_between(const std::string& text, T low, T high) {
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  return result.ec == std::errc() && result.ptr == end && value >= low && value <= high;
}

}  // namespace

CLI::Validator number_between(double low, double high) {
  const std::string range = format_number(low) + " to " + format_number(high);
  return {[=](const std::string& text) {
            return is_between(text, low, high) ? std::string()
                                               : "must be a number from " + range + ", not " + text;
          },
          range};
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

void check_distinct_files(const std::vector<std::filesystem::path>& paths) {
  std::vector<std::filesystem::path> seen;
  for (const std::filesystem::path& path : paths) {
    if (path.empty() || path == "-") continue;
    std::error_code unknown;
    const std::filesystem::path whole = std::filesystem::weakly_canonical(path, unknown);
    for (const std::filesystem::path& other : seen) {
      if (other == whole) {
        throw CLI::ValidationError(path.string() + " would be written or read twice");
      }
    }
    seen.push_back(whole);
  }
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
