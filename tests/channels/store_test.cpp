#include "isotypic/channels/store.hpp"

#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstring>
#include <fstream>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/channels/internal/store_entry.hpp"
#include "isotypic/channels/serialise.hpp"
#include "isotypic/graph/families.hpp"
#include "tests/support/child_process.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::store_test {
namespace {

using ::testing::HasSubstr;

/// Cycles, whose decompositions lie in the pages of the tree, and paths that take pages of their
/// own.
std::vector<Graph> some_graphs() {
  return {cycle_graph(3), cycle_graph(4), path_graph(5), path_graph(24), path_graph(40)};
}

void fill(const std::string& file) {
  ChannelStore store(file);
  for (const Graph& graph : some_graphs()) {
    const Symmetry symmetry = compute_symmetry(graph);
    store.add(cache_key(symmetry, {}), *decompose(symmetry).canonical);
    store.add_labelling(graph, symmetry);
  }
  store.save();
}

/// What a store must say of a graph.
struct Expected {
  Graph graph;
  Symmetry symmetry;
  std::string key;
  std::string bytes;
};

const std::vector<Expected>& expected() {
  static const std::vector<Expected> all = [] {
    std::vector<Expected> list;
    for (const Graph& graph : some_graphs()) {
      const Symmetry symmetry = compute_symmetry(graph);
      list.push_back(
          {graph, symmetry, cache_key(symmetry, {}), serialise(*decompose(symmetry).canonical)});
    }
    return list;
  }();
  return all;
}

/// How many entries the store still has; what it has must be right.
std::int64_t count_right(ChannelStore& store) {
  std::int64_t found = 0;
  for (const Expected& own : expected()) {
    if (const auto stored = store.find(own.key, own.graph.num_nodes(), {})) {
      EXPECT_EQ(serialise(*stored), own.bytes);
      ++found;
    }
    if (const auto labelling = store.find_labelling(own.graph)) {
      EXPECT_EQ(labelling->canonical, own.symmetry.hash);
      EXPECT_EQ(relabel(own.graph, labelling->position), own.symmetry.canonical);
      ++found;
    }
  }
  return found;
}

void replace_entry(const std::string& file, const std::string& key, const std::string& content) {
  const std::vector<Database::Entry> entries = {{key, entry_value(key, content)}};
  create_store(file)->put(entries);
}

TEST(ChannelStore, NeitherCrashesNorErrsWhateverByteOfItIsDamaged) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  fill(file);
  const std::string bytes = read_file(file);
  const auto all = static_cast<std::int64_t>(2 * some_graphs().size());
  std::int64_t refused = 0;
  std::int64_t rejected = 0;
  // Every byte where a page begins and ends, which is where it has its offsets and nodes; some of
  // the others.
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    const std::size_t place = at % 4096;
    if (place >= 160 && place < 3950 && place % 61 != 0) continue;
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    const std::string copy = directory.write("damaged", damaged);
    try {
      ChannelStore store(copy);
      rejected += count_right(store) < all ? 1 : 0;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::BadInput) << error.what();
      ++refused;
    }
    std::remove(copy.c_str());
    std::remove((copy + "-lock").c_str());
  }
  EXPECT_GT(refused, 100);   // wrong pages
  EXPECT_GT(rejected, 500);  // wrong entries
}

/// LMDB asserts these, and an assertion would end the process.
TEST(ChannelStore, RefusesWhatLmdbTakesForGranted) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  constexpr std::size_t page = 4096;
  {
    const auto store = create_store(file);
    for (int i = 0; i < 400; ++i) replace_entry(file, "key " + std::to_string(i), "value");
  }
  const std::string bytes = read_file(file);
  const auto number_at = [&](std::size_t at) {
    std::uint64_t number = 0;
    std::memcpy(&number, bytes.data() + at, sizeof number);
    return number;
  };
  constexpr std::size_t free_flags = 44;
  constexpr std::size_t main_root = 128;
  constexpr std::size_t transaction = 144;
  const std::size_t newest = number_at(transaction) > number_at(page + transaction) ? 0 : page;
  const std::size_t root = number_at(newest + main_root) * page;
  constexpr std::size_t page_flags = 10;
  constexpr std::size_t lower = 12;
  ASSERT_EQ(bytes[root + page_flags], 1) << "the root is no branch page: more entries are needed";
  std::string other_tree = bytes;
  other_tree[newest + free_flags] = static_cast<char>(other_tree[newest + free_flags] ^ 4);
  std::string late = bytes;
  late[newest + transaction + 7] = 0x7f;
  std::string one_branch = bytes;
  one_branch[root + lower] = 18;
  one_branch[root + lower + 1] = 0;
  const std::vector<std::pair<std::string, std::string>> forgeries = {
      {other_tree, "its first pages are wrong"},
      {late, "its first pages are wrong"},
      {one_branch, "has one branch"}};
  for (const auto& [content, reason] : forgeries) {
    const std::string copy = directory.write("forged", content);
    EXPECT_THAT(error_text([&] { ChannelStore{copy}; }), HasSubstr(reason));
    std::remove(copy.c_str());
    std::remove((copy + "-lock").c_str());
  }
}

TEST(ChannelStore, RefusesATruncatedFileWithARemedy) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  fill(file);
  const std::string bytes = read_file(file);
  for (std::size_t size = 1; size < bytes.size(); size += 4096 - 7) {
    const std::string copy = directory.write("cut" + std::to_string(size), bytes.substr(0, size));
    EXPECT_THROW(ChannelStore{copy}, Error) << size;
  }
  const std::string copy = directory.write("cut", bytes.substr(0, bytes.size() - 4096));
  EXPECT_THAT(error_text([&] { ChannelStore{copy}; }),
              HasSubstr("is damaged: it is cut short; delete it, and the channels are computed"));
  const std::string empty = directory.write("empty", "");
  fill(empty);
  ChannelStore store(empty);
  EXPECT_EQ(count_right(store), 10);
}

TEST(ChannelStore, RefusesACacheOfTheEarlierFormatWithARemedy) {
  const TemporaryDirectory directory;
  const std::string old = directory.write("old", "SOPICCH1 and what follows it");
  EXPECT_THAT(error_text([&] { ChannelStore{old}; }),
              HasSubstr("is a cache of an earlier format, which is not read any more; delete it"));
  EXPECT_EQ(read_file(old), "SOPICCH1 and what follows it");
}

TEST(ChannelStore, RefusesADatabaseOfOthers) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("others");
  const std::vector<Database::Entry> entries = {{"key", "value"}};
  Database::create(file)->put(entries);
  EXPECT_THAT(error_text([&] { ChannelStore{file}; }), HasSubstr("not a store of channels"));
}

TEST(ChannelStore, RejectsLabellingsThatWereForgedUnderARightChecksum) {
  const TemporaryDirectory directory;
  const Graph graph = path_graph(5);
  const Symmetry symmetry = compute_symmetry(graph);
  const std::string key = entry_key(labelling_kind, labelling_key(graph));
  const auto content = [&](const Hash128& hash, const std::vector<std::uint16_t>& position) {
    std::string bytes(reinterpret_cast<const char*>(&hash), sizeof hash);
    return bytes.append(reinterpret_cast<const char*>(position.data()), 2 * position.size());
  };
  std::vector<std::uint16_t> right(symmetry.position.begin(), symmetry.position.end());
  std::vector<std::uint16_t> swapped = right;
  std::swap(swapped[0], swapped[1]);
  Hash128 other = symmetry.hash;
  ++other.low;
  const std::vector<std::string> forgeries = {"",
                                              content(symmetry.hash, {0, 0, 1, 2, 3}),
                                              content(symmetry.hash, {9, 0, 1, 2, 3}),
                                              content(symmetry.hash, {0, 1, 2}),
                                              content(symmetry.hash, swapped),
                                              content(other, right)};
  for (std::size_t i = 0; i < forgeries.size(); ++i) {
    const std::string file = directory.file("forged" + std::to_string(i));
    replace_entry(file, key, forgeries[i]);
    ChannelStore store(file);
    EXPECT_FALSE(store.find_labelling(graph)) << i;
    EXPECT_EQ(store.rejected(), 1) << i;
  }
  const std::string file = directory.file("right");
  replace_entry(file, key, content(symmetry.hash, right));
  EXPECT_TRUE(ChannelStore(file).find_labelling(graph));
}

TEST(ChannelStore, ReplacesADamagedEntry) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  fill(file);
  const Symmetry symmetry = compute_symmetry(some_graphs().back());
  replace_entry(file, entry_key(decomposition_kind, cache_key(symmetry, {})), "nonsense");
  ChannelStore store(file);
  EXPECT_EQ(count_right(store), 9);
  EXPECT_EQ(store.rejected(), 1);
  store.add(cache_key(symmetry, {}), *decompose(symmetry).canonical);
  store.save();
  EXPECT_EQ(count_right(store), 10);
}

TEST(ChannelStore, GrowsBeyondItsFirstRoom) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  const auto store = create_store(file);
  const std::string large(std::size_t{1} << 20, 'x');
  for (int i = 0; i < 80; ++i) {  // 64 MiB is the first room
    const std::vector<Database::Entry> entries = {{"key" + std::to_string(i), large}};
    store->put(entries);
  }
  std::int64_t found = 0;
  for (int i = 0; i < 80; ++i) {
    found += store->get("key" + std::to_string(i),
                        [&](auto, auto value) { EXPECT_EQ(value.size(), large.size()); });
  }
  EXPECT_EQ(found, 80);
}

TEST(ChannelStore, ReadersSeeWhatAnotherProcessAppendsAndMakesRoomFor) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  fill(file);
  ChannelStore reader(file);
  const Symmetry late = compute_symmetry(star_graph(4));
  EXPECT_FALSE(reader.find(cache_key(late, {}), late.num_nodes, {}));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    ChannelStore writer(file);
    writer.add(cache_key(late, {}), *decompose(late).canonical);
    writer.save();
    const std::string large(std::size_t{80} << 20, 'x');
    const std::vector<Database::Entry> entries = {{"large", large}};
    create_store(file)->put(entries);
    ::_exit(0);
  }
  EXPECT_EQ(status_at_end(child), 0);
  EXPECT_TRUE(reader.find(cache_key(late, {}), late.num_nodes, {}));
  EXPECT_EQ(count_right(reader), 10);
}

TEST(ChannelStore, SurvivesAWriterThatIsKilled) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  for (int round = 0; round < 10; ++round) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      const auto store = create_store(file);
      for (int i = 0;; ++i) {
        const std::vector<Database::Entry> entries = {
            {"round " + std::to_string(round), std::string(20'000, 'x')},
            {"entry " + std::to_string(i), std::string(100, 'y')}};
        store->put(entries);
      }
    }
    const auto has_round = [&](const std::shared_ptr<Database>& store, int number) {
      return store && store->get("round " + std::to_string(number), [](auto, auto value) {
        EXPECT_EQ(value, std::string(20'000, 'x'));
      });
    };
    while (!has_round(open_store(file), round)) {  // its first entry has arrived
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    std::this_thread::sleep_for(std::chrono::milliseconds(round));
    ::kill(child, SIGKILL);
    status_at_end(child);
    const auto store = create_store(file);  // checks all pages
    for (int before = 0; before <= round; ++before) EXPECT_TRUE(has_round(store, before));
  }
}

TEST(ChannelStore, IsReadWhereNothingCanBeWritten) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  fill(file);
  std::filesystem::remove(file + "-lock");
  std::filesystem::permissions(file, std::filesystem::perms(0444));
  std::filesystem::permissions(directory.path(), std::filesystem::perms(0555));
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    constexpr uid_t nobody = 65534;  // the superuser may write everywhere
    if (::geteuid() == 0 && ::setuid(nobody) != 0) ::_exit(2);
    ChannelStore store(file);
    ::_exit(count_right(store) == 10 ? 0 : 1);
  }
  EXPECT_EQ(status_at_end(child), 0);
  EXPECT_FALSE(std::filesystem::exists(file + "-lock"));
  std::filesystem::permissions(directory.path(), std::filesystem::perms(0755));
}

TEST(ChannelStore, SaysThatTheDiskIsFullAndStaysWhole) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("store");
  fill(file);
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    const rlimit limit{.rlim_cur = 1 << 20, .rlim_max = 1 << 20};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ::signal(SIGXFSZ, SIG_IGN);
    try {
      const std::vector<Database::Entry> entries = {{"large", std::string(2 << 20, 'x')}};
      create_store(file)->put(entries);
    } catch (const Error& error) {
      const bool clear = std::string(error.what()).find("writing failed") != std::string::npos;
      ::_exit(error.kind() == ErrorKind::Runtime && clear ? 7 : 8);
    }
    ::_exit(9);
  }
  EXPECT_EQ(WEXITSTATUS(status_at_end(child)), 7);
  ChannelStore store(file);
  EXPECT_EQ(count_right(store), 10);
}

}  // namespace
}  // namespace isotypic::store_test
