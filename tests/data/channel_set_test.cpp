#include "isotypic/data/channel_set.hpp"

#include <gtest/gtest.h>

#include "isotypic/graph/families.hpp"
#include "tests/support/error_text.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::channel_set_test {
namespace {

std::vector<Sample> some_samples() {
  std::vector<Sample> samples;
  for (int n = 3; n < 12; ++n) {
    samples.push_back({.graph = cycle_graph(n)});
    samples.push_back({.graph = path_graph(n)});
    samples.push_back({.graph = relabel(path_graph(n), [n] {
                         Permutation reversed;
                         for (int v = n - 1; v >= 0; --v) reversed.push_back(v);
                         return reversed;
                       }())});
  }
  return samples;
}

void expect_equal_channels(const std::vector<Sample>& a, const std::vector<Sample>& b) {
  for (std::size_t i = 0; i < a.size(); ++i) {
    EXPECT_EQ(a[i].channels->canonical->basis, b[i].channels->canonical->basis) << i;
    EXPECT_EQ(a[i].channels->position, b[i].channels->position) << i;
  }
}

TEST(ChannelSet, DoesNotDependOnThreadsOrTheFile) {
  const TemporaryDirectory directory;
  const std::string file = directory.file("set.channels");
  std::vector<Sample> plain = some_samples();
  std::vector<Sample> cold = some_samples();
  std::vector<Sample> warm = some_samples();
  add_channels(plain, {.channels = {.max_blocks = 3}, .threads = 1});
  const auto first =
      add_channels(cold, {.channels = {.max_blocks = 3}, .cache_file = file, .threads = 2});
  const auto second =
      add_channels(warm, {.channels = {.max_blocks = 3}, .cache_file = file, .threads = 2});
  expect_equal_channels(plain, cold);
  expect_equal_channels(plain, warm);
  EXPECT_GE(first.misses, 18);  // two threads may both compute a graph and its copy
  EXPECT_EQ(second.misses, 0);
  EXPECT_EQ(second.file_hits + second.memory_hits, 27);
}

TEST(ChannelSet, FillsTheStoreAlone) {
  const TemporaryDirectory directory;
  std::vector<Sample> samples = some_samples();
  ChannelSetOptions options{.cache_file = directory.file("set.channels"), .only_store = true};
  add_channels(samples, options);
  for (const Sample& sample : samples) EXPECT_EQ(sample.channels, nullptr);
  options.only_store = false;
  EXPECT_EQ(add_channels(samples, options).misses, 0);
  for (const Sample& sample : samples) EXPECT_NE(sample.channels, nullptr);
}

TEST(ChannelSet, RefusesAGraphThatIsTooLargeBeforeItComputesAny) {
  std::vector<Sample> samples = some_samples();
  samples.push_back({.graph = path_graph(max_decompose_nodes + 1)});
  const ChannelSetOptions options{.threads = 1, .progress = [](std::int64_t, std::int64_t) {
                                    ADD_FAILURE() << "a graph was split";
                                  }};
  EXPECT_EQ(error_text([&] { add_channels(samples, options); }),
            "graph 27: it has 8193 nodes; channels are computed up to 8192");
}

TEST(ChannelSet, NamesASampleByItsPlaceInItsDataSet) {
  std::vector<Sample> samples = {{.graph = path_graph(3), .id = 1027}};
  // No decomposition takes this tolerance.
  const auto message = [&] {
    return error_text([&] { add_channels(samples, {.channels = {.tolerance = 2.0}}); });
  };
  EXPECT_TRUE(message().starts_with("graph 1027: ")) << message();
  samples.front().id = -1;
  EXPECT_TRUE(message().starts_with("graph 0: ")) << message();
}

TEST(ChannelSet, ReportsItsProgressToTheEnd) {
  std::vector<Sample> samples = some_samples();
  std::int64_t last = 0;
  add_channels(samples, {.threads = 2, .progress = [&](std::int64_t done, std::int64_t total) {
                           EXPECT_EQ(total, 27);
                           EXPECT_EQ(done, ++last);
                         }});
  EXPECT_EQ(last, 27);
}

TEST(ChannelSet, KeepsWhatIsDoneWhenItStops) {
  const TemporaryDirectory directory;
  std::vector<Sample> samples = some_samples();
  std::stop_source source;
  ChannelSetOptions options{.cache_file = directory.file("set.channels"),
                            .threads = 1,
                            .progress =
                                [&](std::int64_t done, std::int64_t) {
                                  if (done == 6) source.request_stop();
                                },
                            .stop = source.get_token()};
  EXPECT_EQ(error_text([&] { add_channels(samples, options); }, ErrorKind::Cancelled),
            "stopped; what is done is kept in " + options.cache_file);
  options.stop = {};
  EXPECT_EQ(add_channels(samples, options).file_hits, 4);  // two of the six are relabelled copies
}

TEST(ChannelSet, StopsWhenAsked) {
  std::vector<Sample> samples = some_samples();
  std::stop_source source;
  source.request_stop();
  EXPECT_EQ(error_text([&] { add_channels(samples, {.stop = source.get_token()}); },
                       ErrorKind::Cancelled),
            "stopped");
}

}  // namespace
}  // namespace isotypic::channel_set_test
