#include "isotypic/report/record.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <ctime>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/build_info.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::report {
namespace {

std::string utc_now() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  std::tm parts{};
  gmtime_r(&now, &parts);
  std::array<char, sizeof "2026-01-31T12:00:00Z"> text{};
  (void)std::strftime(text.data(), text.size(), "%Y-%m-%dT%H:%M:%SZ", &parts);
  return text.data();
}

std::string quote_word(const std::string& word) {
  constexpr const char* plain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./=,:+@%";
  if (!word.empty() && word.find_first_not_of(plain) == std::string::npos) return word;
  std::string quoted = "'";
  for (const char c : word) quoted += c == '\'' ? "'\\''" : std::string(1, c);
  return quoted + "'";
}

/// The text of a record: like dump(2), but a row, an edge list and a picture stay on one line.
std::string format_record(const Json& json) {
  std::string text = "{";
  for (const auto& [key, value] : json.items()) {
    text += (text.size() > 1 ? ",\n  " : "\n  ") + dump_json(key) + ": ";
    const bool listed = key == "rows" || key == "tables" || key == "figures" || key == "paper" ||
                        key == "plots" || key == "graphs";
    if (!listed || value.empty()) {
      text += dump_json(value);
      continue;
    }
    std::string separator = "\n    ";
    text += value.is_array() ? '[' : '{';
    for (const auto& [name, item] : value.items()) {
      text += separator + (value.is_array() ? "" : dump_json(name) + ": ") + dump_json(item);
      separator = ",\n    ";
    }
    text += value.is_array() ? "\n  ]" : "\n  }";
  }
  return text + "\n}\n";
}

}  // namespace

void Figures::set(const std::string& name, double value) {
  const auto place = std::ranges::find(entries_, name, &std::pair<std::string, double>::first);
  if (place == entries_.end()) {
    entries_.emplace_back(name, value);
  } else {
    place->second = value;
  }
}

std::optional<double> Figures::find(const std::string& name) const {
  const auto place = std::ranges::find(entries_, name, &std::pair<std::string, double>::first);
  if (place == entries_.end() || std::isnan(place->second)) return std::nullopt;
  return place->second;
}

Record begin_record(std::string experiment, Json config, const std::vector<std::string>& command) {
  return {.experiment = std::move(experiment),
          .config = std::move(config),
          .version = build_version(),
          .commit = build_commit(),
          .machine = {.cores = default_threads(),
                      .compiler = build_compiler(),
                      .engines = {engine_name(SymmetryEngine::DenseNauty),
                                  engine_name(SymmetryEngine::Traces)}},
          .command = quote_command(command),
          .started = utc_now()};
}

std::string quote_command(const std::vector<std::string>& words) {
  std::string line;
  for (const std::string& word : words) line += (line.empty() ? "" : " ") + quote_word(word);
  return line;
}

Record read_record(const std::filesystem::path& path) {
  return record_from_json(parse_json(read_file(path), path.string()), path.string());
}

void write_record(const Record& record, const std::filesystem::path& path) {
  const std::string text = format_record(record_to_json(record));
  (void)record_from_json(parse_json(text, "the record"), "the record");
  write_file(path, text);
}

}  // namespace isotypic::report
