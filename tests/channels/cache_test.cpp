#include "isotypic/channels/cache.hpp"

#include <gmock/gmock.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/serialise.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/sample_graphs.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::cache_test {
namespace {

std::string read_bytes(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

std::vector<Symmetry> some_symmetries() {
  std::vector<Symmetry> symmetries;
  for (const Graph& graph : samples::assorted()) symmetries.push_back(compute_symmetry(graph));
  return symmetries;
}

void expect_right(const Channels& channels, const Symmetry& symmetry) {
  EXPECT_EQ(serialise(*channels.canonical), serialise(*decompose(symmetry).canonical));
  EXPECT_EQ(channels.position, symmetry.position);
}

TEST(ChannelCache, SharesOneDecompositionAmongRelabelledCopies) {
  ChannelCache cache;
  Random random(1);
  const Graph graph = samples::heap_tree(15);
  const Channels first = cache.decompose(compute_symmetry(graph));
  for (int i = 0; i < 10; ++i) {
    const Symmetry copy = compute_symmetry(relabel(graph, random_permutation(15, random)));
    const Channels again = cache.decompose(copy);
    EXPECT_EQ(again.canonical, first.canonical);
    EXPECT_EQ(again.position, copy.position);
  }
  EXPECT_EQ(cache.statistics().misses, 1);
  EXPECT_EQ(cache.statistics().memory_hits, 10);
}

TEST(ChannelCache, TakesOrbitalsThatAreAlreadyThere) {
  ChannelCache cache;
  for (const Symmetry& symmetry : some_symmetries()) {
    expect_right(cache.decompose(symmetry, canonical_orbitals(symmetry)), symmetry);
  }
  const CacheStatistics before = cache.statistics();
  const Symmetry symmetry = compute_symmetry(samples::assorted().front());
  expect_right(cache.decompose(symmetry), symmetry);
  EXPECT_EQ(cache.statistics().misses, before.misses);
  // Were they not used, orbitals of another graph would do no harm.
  const Orbitals others = canonical_orbitals(compute_symmetry(path_graph(2)));
  EXPECT_THROW((void)cache.decompose(compute_symmetry(path_graph(3)), others, {.seed = 5}), Error);
}

TEST(ChannelCache, KeepsDifferentOptionsApart) {
  ChannelCache cache;
  const Symmetry symmetry = compute_symmetry(star_graph(4));
  const std::vector<ChannelOptions> all = {{},
                                           {.seed = 1},
                                           {.tolerance = 1e-8},
                                           {.order = BlockOrder::TraceAscending},
                                           {.grouping = Grouping::Components},
                                           {.max_blocks = 2}};
  for (const ChannelOptions& options : all) {
    EXPECT_EQ(serialise(*cache.decompose(symmetry, options).canonical),
              serialise(*decompose(symmetry, options).canonical));
  }
  EXPECT_EQ(cache.statistics().misses, std::ssize(all));
}

TEST(ChannelCache, StaysWithinItsMemory) {
  ChannelCache cache({.max_bytes = 40'000});
  std::vector<Symmetry> symmetries;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    symmetries.push_back(compute_symmetry(samples::random_graph(30, 0.3, seed)));
    expect_right(cache.decompose(symmetries.back()), symmetries.back());
  }
  EXPECT_GE(cache.statistics().evicted, 15);
  static_cast<void>(cache.decompose(symmetries.back()));
  EXPECT_EQ(cache.statistics().memory_hits, 1);
  static_cast<void>(cache.decompose(symmetries.front()));
  EXPECT_EQ(cache.statistics().misses, 21);
}

TEST(ChannelCache, ServesManyThreads) {
  ChannelCache cache({.max_bytes = 20'000});
  const std::vector<Symmetry> symmetries = some_symmetries();
  std::vector<std::string> expected;
  for (const Symmetry& s : symmetries) expected.push_back(serialise(*decompose(s).canonical));
  std::vector<char> right(400, 0);
  parallel_for(400, 4, [&](std::int64_t i) {
    const std::size_t k = static_cast<std::size_t>(i) % symmetries.size();
    right[i] = serialise(*cache.decompose(symmetries[k]).canonical) == expected[k] ? 1 : 0;
  });
  EXPECT_EQ(std::count(right.begin(), right.end(), 1), 400);
}

TEST(ChannelCache, FindsInTheFileWhatAnEarlierOneSaved) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("channels.cache");
  const std::vector<Symmetry> symmetries = some_symmetries();
  ChannelCache first({.file = file});
  for (const Symmetry& symmetry : symmetries) static_cast<void>(first.decompose(symmetry));
  first.save();
  ChannelCache second({.file = file});
  for (const Symmetry& symmetry : symmetries) expect_right(second.decompose(symmetry), symmetry);
  EXPECT_EQ(second.statistics().misses, 0);
  EXPECT_EQ(second.statistics().file_hits, std::ssize(symmetries));
  EXPECT_EQ(second.statistics().rejected, 0);
}

TEST(ChannelCache, DoesNotSeeEntriesOfAnotherVersion) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("channels.cache");
  const Symmetry symmetry = compute_symmetry(star_graph(3));
  ChannelStore stale(file);
  stale.add("v0 " + cache_key(symmetry, {}), *decompose(symmetry).canonical);
  stale.save();
  ChannelCache cache({.file = file});
  expect_right(cache.decompose(symmetry), symmetry);
  EXPECT_EQ(cache.statistics().misses, 1);
  EXPECT_EQ(cache.statistics().rejected, 0);
}

TEST(ChannelCache, DoesNotLabelAGraphAgainThatTheFileHolds) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("channels.cache");
  const std::vector<Graph> graphs = samples::assorted();
  {
    ChannelCache first({.file = file});
    for (const Graph& graph : graphs) {
      expect_right(first.decompose(graph, {}), compute_symmetry(without_colours(graph)));
    }
    EXPECT_EQ(first.statistics().labellings, 0);
    first.save();
  }
  ChannelCache second({.file = file});
  for (const Graph& graph : graphs) {
    expect_right(second.decompose(graph, {}), compute_symmetry(without_colours(graph)));
  }
  EXPECT_EQ(second.statistics().labellings, std::ssize(graphs));
  EXPECT_EQ(second.statistics().misses, 0);
  // Other options take the labelling and decompose anew.
  const Channels components = second.decompose(graphs.front(), {.grouping = Grouping::Components});
  EXPECT_EQ(serialise(*components.canonical),
            serialise(*decompose(compute_symmetry(without_colours(graphs.front())),
                                 {.grouping = Grouping::Components})
                           .canonical));
}

TEST(ChannelCache, TwoProcessesThatSaveKeepEachOthersEntries) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("channels.cache");
  constexpr int writers = 2;
  constexpr std::int32_t each = 8;
  std::vector<pid_t> children;
  for (int w = 0; w < writers; ++w) {
    const pid_t child = ::fork();
    ASSERT_GE(child, 0);
    if (child == 0) {
      ChannelCache cache({.file = file});
      for (std::int32_t i = 0; i < each; ++i) {
        static_cast<void>(cache.decompose(compute_symmetry(cycle_graph(3 + writers * i + w))));
        cache.save();
      }
      ::_exit(0);
    }
    children.push_back(child);
  }
  for (const pid_t child : children) {
    int status = 0;
    ::waitpid(child, &status, 0);
    EXPECT_EQ(status, 0);
  }
  ChannelCache cache({.file = file});
  for (std::int32_t n = 3; n < 3 + writers * each; ++n) {
    const Symmetry symmetry = compute_symmetry(cycle_graph(n));
    expect_right(cache.decompose(symmetry), symmetry);
  }
  EXPECT_EQ(cache.statistics().misses, 0);
  EXPECT_EQ(cache.statistics().rejected, 0);
}

TEST(ChannelCache, NeverReplacesAFileOfAnotherKind) {
  const TemporaryDirectory directory;
  const std::string file = directory.write("graphs.g6", "IsP@OkWHG\n");
  EXPECT_THAT(error_text([&] { ChannelCache cache({.file = file}); }),
              ::testing::HasSubstr("is not a store"));
  EXPECT_EQ(read_bytes(file), "IsP@OkWHG\n");
}

TEST(ChannelCache, RefusesPipesDirectoriesAndMissingFoldersAtOnce) {
  const TemporaryDirectory directory;
  ASSERT_EQ(::mkfifo(directory.file("fifo").c_str(), 0600), 0);
  EXPECT_THROW(ChannelCache({.file = directory.file("fifo")}), Error);
  EXPECT_THROW(ChannelCache({.file = directory.path().string()}), Error);
  EXPECT_THROW(ChannelCache({.file = directory.file("none/cache")}), Error);
}

}  // namespace
}  // namespace isotypic::cache_test
