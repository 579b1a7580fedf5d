#include "isotypic/channels/store_merge.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>

#include <csignal>
#include <filesystem>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/internal/store_entry.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::store_merge_test {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t num_graphs = 40;

/// The channels of paths and cycles; `first`, `step`: which of them, in which order.
std::string fill(const std::string& file, std::int64_t first, std::int64_t step) {
  ChannelCache cache({.file = file});
  for (std::int64_t i = first; i >= 0 && i < num_graphs; i += step) {
    const std::int64_t n = 3 + i / 2;
    (void)cache.decompose(i % 2 == 0 ? path_graph(n) : cycle_graph(n), {});
    if (i % 7 == 0) cache.save();  // pages are written in many steps
  }
  cache.save();
  return file;
}

TEST(MergeStores, ShardsMergeToTheBytesOfOneRun) {
  const TemporaryDirectory directory;
  const std::string whole = fill(directory.file("whole"), 0, 1);
  merge_stores({whole}, directory.file("copy"));
  const std::string expected = read_file(directory.file("copy"));
  for (const std::int64_t count : {1, 2, 5, 16}) {
    std::vector<std::string> shards;
    for (std::int64_t i = count - 1; i >= 0; --i) {
      const std::string name = std::to_string(i) + "-of-" + std::to_string(count);
      shards.push_back(fill(directory.file(name), i, count));
      complete_shard(shards.back(), {"the plan", i, count});
    }
    const std::string merged = directory.file("merged" + std::to_string(count));
    const MergedStores result = merge_stores(shards, merged);
    EXPECT_EQ(result.entries, 2 * num_graphs);
    EXPECT_EQ(result.rejected, 0);
    EXPECT_TRUE(read_file(merged) == expected) << count;
  }
  ChannelCache cache({.file = directory.file("merged5")});
  for (std::int64_t n = 3; n < 20; ++n) (void)cache.decompose(cycle_graph(n), {});
  EXPECT_EQ(cache.statistics().misses, 0);
}

TEST(MergeStores, RefusesShardsThatDoNotBelongTogether) {
  const TemporaryDirectory directory;
  const std::string a = fill(directory.file("a"), 0, 3);
  const std::string b = fill(directory.file("b"), 1, 3);
  const std::string c = fill(directory.file("c"), 2, 3);
  const std::string other = fill(directory.file("other"), 2, 3);
  complete_shard(a, {"the plan", 0, 3});
  complete_shard(b, {"the plan", 1, 3});
  complete_shard(other, {"another plan", 2, 3});
  const std::string out = directory.file("out");
  EXPECT_THAT(error_text([&] {
                merge_stores({a, b, c}, out);
              }),
              HasSubstr("shard 2/3 is missing or not finished; run it to its end, or merge"));
  EXPECT_THAT(error_text([&] {
                merge_stores({a, b, a}, out);
              }),
              HasSubstr("shard 0/3 is there twice"));
  EXPECT_THAT(error_text([&] {
                merge_stores({a, b, other}, out);
              }),
              HasSubstr("belongs to another run"));
  EXPECT_THAT(error_text([&] {
                merge_stores({a, directory.file("none")}, out);
              }),
              HasSubstr("is missing or empty"));
  const std::string begun = fill(directory.file("begun"), 0, 1);
  begin_shard(begun, {"the plan", 0, 1});
  EXPECT_THAT(error_text([&] { merge_stores({begun}, out); }),
              HasSubstr("shard 0/1 is missing or not finished"));
  complete_shard(begun, {"the plan", 0, 1});
  begin_shard(begun, {"the plan", 0, 1});  // a second run finds it complete
  EXPECT_EQ(merge_stores({begun}, directory.file("whole")).entries, 2 * num_graphs);
  EXPECT_FALSE(std::filesystem::exists(out));
  EXPECT_EQ(merge_stores({a, b, c}, out, true).entries, 2 * num_graphs);
  EXPECT_THAT(error_text([&] {
                merge_stores({a, b, c}, out, true);
              }),
              HasSubstr("is there already"));
}

TEST(MergeStores, LeavesOutDamagedEntriesAndRefusesContradictions) {
  const TemporaryDirectory directory;
  const std::string a = fill(directory.file("a"), 0, 1);
  const std::string key = entry_key(decomposition_kind, "some graph");
  const std::vector<Database::Entry> damaged = {{key, "no checksum at all"}};
  create_store(a)->put(damaged);
  const MergedStores merged = merge_stores({a}, directory.file("merged"));
  EXPECT_EQ(merged.entries, 2 * num_graphs);
  EXPECT_EQ(merged.rejected, 1);
  const std::vector<Database::Entry> one = {{key, entry_value(key, "one")}};
  const std::vector<Database::Entry> two = {{key, entry_value(key, "two")}};
  create_store(directory.file("one"))->put(one);
  create_store(directory.file("two"))->put(two);
  EXPECT_THAT(error_text([&] {
                merge_stores({directory.file("one"), directory.file("two")},
                             directory.file("contradiction"));
              }),
              HasSubstr("contradicts another store"));
}

TEST(ChannelStore, LeavesNoBeginningOfAFileThatHasNoRoom) {
  const TemporaryDirectory directory;
  const std::string file = fill(directory.file("store"), 0, 1);
  const std::string bytes = read_file(file);
  std::filesystem::remove(file);  // the file with the locks stays, and need not grow
  rlimit old = {};
  getrlimit(RLIMIT_FSIZE, &old);
  const auto old_handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit one_page = {.rlim_cur = 4096, .rlim_max = old.rlim_max};
  setrlimit(RLIMIT_FSIZE, &one_page);
  const std::string text = error_text([&] { fill(file, 0, 1); }, ErrorKind::Runtime);
  setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, old_handler);
  EXPECT_THAT(text, HasSubstr("store: opening failed"));
  EXPECT_FALSE(std::filesystem::exists(file));
  EXPECT_EQ(read_file(fill(file, 0, 1)), bytes);
}

}  // namespace
}  // namespace isotypic::store_merge_test
