#include "isotypic/channels/internal/store_entry.hpp"

#include <xxhash.h>

#include <array>
#include <cstring>

#include "isotypic/base/error.hpp"

namespace isotypic {
namespace {

// Integers stand in the machine's own byte order, as LMDB's do.
constexpr std::string_view mark = "store of channels, format 1";

std::uint64_t checksum_of(std::string_view key, std::string_view content) {
  return XXH3_64bits_withSeed(content.data(), content.size(), XXH3_64bits(key.data(), key.size()));
}

/// Whether it has the mark, or is empty and may get one.
bool is_ours(Database& database) {
  bool marked = false;
  database.get(mark_key, [&](auto, std::string_view value) { marked = value == mark; });
  return marked || database.walk()->at_end();
}

}  // namespace

std::string entry_key(char kind, std::string_view name) {
  const XXH128_hash_t hash = XXH3_128bits(name.data(), name.size());
  const std::array<std::uint64_t, 2> words = {hash.high64, hash.low64};
  std::string key(1 + sizeof words, kind);
  std::memcpy(key.data() + 1, words.data(), sizeof words);
  return key;
}

std::string entry_value(std::string_view key, std::string_view content) {
  const std::uint64_t checksum = checksum_of(key, content);
  std::string value;
  value.reserve(sizeof checksum + content.size());
  value.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  value.append(content);
  return value;
}

std::optional<std::string_view> checked_value(std::string_view key, std::string_view value) {
  std::uint64_t checksum = 0;
  if (value.size() < sizeof checksum) return std::nullopt;
  std::memcpy(&checksum, value.data(), sizeof checksum);
  value.remove_prefix(sizeof checksum);
  if (checksum != checksum_of(key, value)) return std::nullopt;
  return value;
}

std::shared_ptr<Database> open_store(const std::string& path) {
  auto database = Database::open(path);
  if (database && !is_ours(*database)) {
    fail("ChannelStore", path, " is a database, but not a store of channels; it is left as it is");
  }
  return database;
}

std::shared_ptr<Database> create_store(const std::string& path) {
  auto database = open_store(path);
  if (!database) database = Database::create(path);
  const std::array<Database::Entry, 1> entries = {{{std::string(mark_key), std::string(mark)}}};
  if (!database->get(mark_key, [](auto, auto) {})) database->put(entries);
  return database;
}

}  // namespace isotypic
