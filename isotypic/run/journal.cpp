#include "isotypic/run/journal.hpp"

#include <xxhash.h>

#include <array>
#include <cmath>
#include <cstdio>
#include <map>
#include <optional>
#include <set>

#include "isotypic/base/build_info.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/json_reader.hpp"

namespace isotypic::run {
namespace {

constexpr const char* journal_format = "isotypic-journal/1";
constexpr std::size_t checksum_length = 16;

std::string hex(std::uint64_t value) {
  std::array<char, checksum_length + 1> text{};
  (void)std::snprintf(text.data(), text.size(), "%016llx", static_cast<unsigned long long>(value));
  return text.data();
}

std::uint64_t hash(std::string_view text, std::uint64_t seed) {
  return XXH3_64bits_withSeed(text.data(), text.size(), seed);
}

std::string checked_line(const std::string& text, std::uint64_t seed) {
  return hex(hash(text, seed)) + ' ' + text + '\n';
}

/// The text of a line (without its break) whose checksum is right.
std::optional<std::string_view> verified(std::string_view line, std::uint64_t seed) {
  if (line.size() <= checksum_length || line[checksum_length] != ' ') return std::nullopt;
  const std::string_view text = line.substr(checksum_length + 1);
  if (line.substr(0, checksum_length) != hex(hash(text, seed))) return std::nullopt;
  return text;
}

std::uint64_t entry_seed(std::string_view header_line) { return hash(header_line, 0); }

Json sorted_by_key(const Json& value) {
  return Json::parse(nlohmann::json::parse(dump_json(value)).dump());
}

Shard read_shard(JsonReader& reader) {
  const std::string text = reader.text("shard");
  try {
    return parse_shard(text);
  } catch (const Error& error) {
    reader.reject("shard", "is none: " + error.reason());
  }
}

JournalHeader parse_header(std::string_view text, const std::string& source) {
  const Json json = parse_json(text, source);
  JsonReader reader(json, source);
  const Json* format = reader.find("format");
  if (format == nullptr || *format != journal_format) {
    fail("read_journal", source, " is not a journal of this version");
  }
  JournalHeader header{.experiment = reader.text("experiment"),
                       .version = reader.text("version"),
                       .config = reader.at("config"),
                       .plan_hash = reader.text("plan"),
                       .num_jobs = reader.count("jobs"),
                       .shard = read_shard(reader)};
  if (!header.config.is_object()) reader.reject("config", "must be an object");
  if (header.plan_hash.empty()) reader.reject("plan", "is empty");
  reader.finish();
  return header;
}

Entry parse_entry(std::string_view text, const JournalHeader& header, const std::string& source) {
  const Json json = parse_json(text, source);
  JsonReader reader(json, source);
  Entry entry{.job = reader.count("job"), .key = reader.text("key"), .row = reader.at("row")};
  if (!entry.row.is_object()) reader.reject("row", "must be an object");
  if (reader.find("seconds") != nullptr) {
    entry.seconds = reader.number("seconds");
    if (entry.seconds < 0.0) reader.reject("seconds", "is negative");
  }
  reader.finish();
  if (entry.job >= header.num_jobs || !header.shard.contains(entry.job)) {
    fail("read_journal", source, ": job ", entry.job, " does not belong to shard ",
         to_string(header.shard), " of ", header.num_jobs, " jobs");
  }
  return entry;
}

void add_entry(JournalContents& contents, std::map<std::int64_t, std::string>& rows, Entry entry,
               const std::string& source) {
  const auto [known, is_new] = rows.emplace(entry.job, dump_json(entry.row));
  if (!is_new && known->second != dump_json(entry.row)) {
    fail("read_journal", source, ": two different rows for job ", entry.job, " (", entry.key, ')');
  }
  if (is_new) contents.entries.push_back(std::move(entry));
}

}  // namespace

JournalHeader make_header(const Plan& plan, const Shard& shard) {
  const std::set<std::string> distinct(plan.keys.begin(), plan.keys.end());
  if (distinct.size() != plan.keys.size()) {
    fail("make_header", "two jobs of ", plan.experiment, " have the same key");
  }
  JournalHeader header{.experiment = plan.experiment,
                       .version = build_version(),
                       .config = sorted_by_key(plan.config),
                       .num_jobs = std::ssize(plan.keys),
                       .shard = shard};
  const Json everything = {header.experiment, header.version, header.config, plan.keys};
  const std::string text = dump_json(everything);
  const XXH128_hash_t digest = XXH3_128bits(text.data(), text.size());
  header.plan_hash = hex(digest.high64) + hex(digest.low64);
  return header;
}

std::string format_header(const JournalHeader& header) {
  const Json json = {{"format", journal_format},  {"experiment", header.experiment},
                     {"version", header.version}, {"plan", header.plan_hash},
                     {"jobs", header.num_jobs},   {"shard", to_string(header.shard)},
                     {"config", header.config}};
  return checked_line(dump_json(json), 0);
}

std::string format_entry(const Entry& entry, const std::string& header_line) {
  Json json = {{"job", entry.job}, {"key", entry.key}, {"row", entry.row}};
  if (!std::isnan(entry.seconds)) json["seconds"] = entry.seconds;
  return checked_line(dump_json(json), entry_seed(header_line));
}

JournalContents parse_journal(std::string_view text, const std::string& source) {
  const std::size_t header_end = text.find('\n');
  const auto header_text = verified(text.substr(0, header_end), 0);
  if (header_end == std::string_view::npos || !header_text) {
    fail("read_journal", source, " is not a journal, or its first line is damaged");
  }
  JournalContents contents{.header = parse_header(*header_text, source)};
  const std::uint64_t seed = entry_seed(text.substr(0, header_end + 1));
  std::map<std::int64_t, std::string> rows;
  std::int64_t line_number = 1, first_bad = 0;
  std::size_t begin = header_end + 1;
  contents.good_bytes = static_cast<std::int64_t>(begin);
  while (begin < text.size()) {
    ++line_number;
    const std::size_t end = text.find('\n', begin);
    const auto entry_text = end == std::string_view::npos
                                ? std::nullopt
                                : verified(text.substr(begin, end - begin), seed);
    if (entry_text && first_bad > 0) {
      fail("read_journal", source, ": line ", first_bad, " is damaged, but later ones are intact");
    }
    if (entry_text) {
      add_entry(contents, rows, parse_entry(*entry_text, contents.header, source), source);
      contents.good_bytes = static_cast<std::int64_t>(end) + 1;
    } else if (first_bad == 0) {
      first_bad = line_number;
    }
    begin = end == std::string_view::npos ? text.size() : end + 1;
  }
  return contents;
}

JournalContents read_journal(const std::filesystem::path& path) {
  return parse_journal(read_file(path), path.string());
}

void check_same_plan(const JournalHeader& expected, const JournalHeader& found,
                     const std::string& source) {
  if (expected.plan_hash == found.plan_hash) return;
  const auto differ = [&](const char* what, const std::string& theirs, const std::string& ours) {
    if (theirs != ours) {
      fail("check_same_plan", source, " belongs to another run: its ", what, " is ", theirs,
           ", not ", ours);
    }
  };
  differ("experiment", found.experiment, expected.experiment);
  differ("version", found.version, expected.version);
  // Setting by setting, so that the one that differs is named; hashes, in objects, come last, for
  // they may differ because of another setting.
  Json settings = found.config;
  settings.update(expected.config);
  Json all = Json::object();
  for (const bool objects : {false, true}) {
    for (const auto& [name, value] : settings.items()) {
      if (value.is_object() == objects) all[name] = value;
    }
  }
  for (const auto& [name, value] : all.items()) {
    const auto of = [&name = name](const Json& config) {
      return config.contains(name) ? dump_json(config.at(name)) : std::string("the default");
    };
    differ(("setting " + name).c_str(), of(found.config), of(expected.config));
  }
  fail("check_same_plan", source, " belongs to another run: its list of jobs differs");
}

}  // namespace isotypic::run
