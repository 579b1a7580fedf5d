#include "isotypic/channels/store_merge.hpp"

#include <unistd.h>

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <string_view>
#include <system_error>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/channels/internal/database_pages.hpp"
#include "isotypic/channels/internal/store_entry.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "merge_stores";
constexpr std::int64_t batch_bytes = std::int64_t{4} << 20;

struct Source {
  std::string path;
  std::unique_ptr<Database::Walk> walk;
};

std::vector<Source> open_all(const std::vector<std::string>& stores) {
  std::vector<Source> sources;
  for (const std::string& path : stores) {
    const auto database = open_store(path);
    if (!database) fail(where, path, " is missing or empty; run its shard first");
    sources.push_back({path, database->walk()});
  }
  return sources;
}

/// Collects entries and appends them to a database in one go.
class Appender {
 public:
  explicit Appender(std::shared_ptr<Database> database) : database_(std::move(database)) {}

  void add(std::string_view key, std::string_view value) {
    entries_.emplace_back(key, value);
    bytes_ += std::ssize(key) + std::ssize(value);
    if (bytes_ >= batch_bytes) flush();
  }

  void flush() {
    if (!entries_.empty()) database_->append(entries_);
    entries_.clear();
    bytes_ = 0;
  }

 private:
  std::shared_ptr<Database> database_;
  std::vector<Database::Entry> entries_;
  std::int64_t bytes_ = 0;
};

/// A file under a temporary name; removed unless it is kept.
class Draft {
 public:
  explicit Draft(std::string output)
      : output_(std::move(output)), name_(output_ + ".part-" + std::to_string(::getpid())) {}
  Draft(const Draft&) = delete;
  Draft& operator=(const Draft&) = delete;
  ~Draft() {
    std::error_code ignored;
    std::filesystem::remove(name_, ignored);
    std::filesystem::remove(name_ + "-lock", ignored);
  }

  [[nodiscard]] const std::string& name() const { return name_; }

  void keep() const { rename_finished(name_, output_); }

 private:
  std::string output_;
  std::string name_;
};

std::string shard_key(const StoredShard& shard) {
  return entry_key(shard_kind, std::to_string(shard.index) + "/" + std::to_string(shard.count) +
                                   " of " + shard.plan);
}

struct ShardNote {
  StoredShard shard;
  bool complete = false;
};

ShardNote parse_shard_note(const std::string& path, std::string_view content) {
  const auto note = nlohmann::json::parse(content, nullptr, false);
  const auto is_count = [&](const char* name) {
    return note.contains(name) && note.at(name).is_number_integer();
  };
  if (!note.is_object() || !is_count("index") || !is_count("count") || !note.contains("plan") ||
      !note.at("plan").is_string() || !note.contains("complete") ||
      !note.at("complete").is_boolean()) {
    fail(where, path, ": its note of a shard is damaged");
  }
  return {{note.at("plan").get<std::string>(), note.at("index").get<std::int64_t>(),
           note.at("count").get<std::int64_t>()},
          note.at("complete").get<bool>()};
}

void put_shard_note(Database& store, const StoredShard& shard, bool complete) {
  const std::string key = shard_key(shard);
  const nlohmann::json note = {
      {"plan", shard.plan}, {"index", shard.index}, {"count", shard.count}, {"complete", complete}};
  const std::array<Database::Entry, 1> entries = {{{key, entry_value(key, note.dump())}}};
  store.put(entries);
}

/// The shards that the stores hold, each once and all of one run.
class ShardList {
 public:
  void add(const std::string& path, const ShardNote& note) {
    const StoredShard& shard = note.shard;
    if (count_ > 0 && (shard.plan != plan_ || shard.count != count_)) {
      fail(where, path, " belongs to another run: it holds shard ", shard.index, "/", shard.count,
           " of ", shard.plan, ", the stores before it hold ", count_, " shards of ", plan_);
    }
    plan_ = shard.plan;
    count_ = shard.count;
    if (!note.complete) return;
    const auto [known, is_new] = found_.emplace(shard.index, path);
    if (!is_new) {
      fail(where, "shard ", shard.index, "/", shard.count, " is there twice: in ", known->second,
           " and in ", path);
    }
  }

  void expect_all() const {
    for (std::int64_t i = 0; i < count_; ++i) {
      if (found_.contains(i)) continue;
      fail(where, "shard ", i, "/", count_, " is missing or not finished; run it to its end, or ",
           "merge what is there with --partial");
    }
  }

 private:
  std::string plan_;
  std::int64_t count_ = 0;
  std::map<std::int64_t, std::string> found_;
};

/// The source with the least key; null at the end of all.
Source* least(std::vector<Source>& sources) {
  Source* first = nullptr;
  for (Source& source : sources) {
    if (source.walk->at_end()) continue;
    if (first == nullptr || source.walk->key() < first->walk->key()) first = &source;
  }
  return first;
}

}  // namespace

bool is_store(const std::string& path) { return looks_like_database(path); }

void begin_shard(const std::string& path, const StoredShard& shard) {
  const auto store = create_store(path);
  bool is_there = false;
  store->get(shard_key(shard), [&](std::string_view key, std::string_view value) {
    is_there = checked_value(key, value).has_value();
  });
  if (!is_there) put_shard_note(*store, shard, false);
}

void complete_shard(const std::string& path, const StoredShard& shard) {
  put_shard_note(*create_store(path), shard, true);
}

MergedStores merge_stores(const std::vector<std::string>& stores, const std::string& output,
                          bool partial) {
  return translate_exceptions(where, [&] {
    if (std::filesystem::exists(output)) {
      fail(where, output, " is there already; delete it or name another file");
    }
    std::vector<Source> sources = open_all(stores);
    MergedStores result;
    ShardList shards;
    Draft draft(output);
    {
      Appender target(create_store(draft.name()));
      std::string last;
      std::string last_content;
      while (Source* source = least(sources)) {
        const std::string_view key = source->walk->key();
        const auto content = checked_value(key, source->walk->value());
        if (key == mark_key) {
          // Every store has its own.
        } else if (!content) {
          ++result.rejected;
        } else if (key.starts_with(shard_kind)) {
          shards.add(source->path, parse_shard_note(source->path, *content));
        } else if (key == last) {
          if (*content != last_content) fail(where, source->path, " contradicts another store");
        } else {
          last = key;
          last_content = *content;
          target.add(key, source->walk->value());
          ++result.entries;
        }
        source->walk->next();
      }
      if (!partial) shards.expect_all();
      target.flush();
    }
    draft.keep();
    return result;
  });
}

}  // namespace isotypic
