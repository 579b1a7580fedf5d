#include "isotypic/data/channel_set.hpp"

#include <algorithm>
#include <mutex>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/channels/as_labelled.hpp"

namespace isotypic {
namespace {

constexpr const char* add_channels_name = "add_channels";
/// A stop waits for the search of a graph up to this size.
constexpr std::int64_t max_unwatched_nodes = 256;

/// Counts finished samples and reports every hundredth part of them.
class Counter {
 public:
  Counter(std::int64_t total, const ChannelSetOptions& options)
      : total_(total), options_(options) {}

  void add_one() {
    if (!options_.progress) return;
    const std::scoped_lock lock(mutex_);
    ++done_;
    if (done_ == total_ || done_ % std::max<std::int64_t>(total_ / 100, 1) == 0) {
      options_.progress(done_, total_);
    }
  }

 private:
  std::int64_t total_;
  const ChannelSetOptions& options_;
  std::mutex mutex_;
  std::int64_t done_ = 0;
};

}  // namespace

void check_channel_sizes(std::span<const Sample> samples) {
  for (std::size_t i = 0; i < samples.size(); ++i) {
    const std::int64_t nodes = samples[i].graph.num_nodes();
    if (nodes <= max_decompose_nodes) continue;
    fail(add_channels_name, "graph ", number_of(samples[i], i), ": it has ", nodes,
         " nodes; channels are computed up to ", max_decompose_nodes);
  }
}

CacheStatistics add_channels(std::span<Sample> samples, const ChannelSetOptions& options) {
  check_channel_sizes(samples);
  ChannelCache cache({.file = options.cache_file});
  Counter counter(std::ssize(samples), options);
  const auto decompose_one = [&](std::int64_t i) {
    if (options.stop.stop_requested()) fail_as(ErrorKind::Cancelled, add_channels_name, "stopped");
    const Graph& graph = samples[i].graph;
    // To be stopped in the midst of a search takes a process of its own, which costs more than the
    // search.
    const std::stop_token stop =
        graph.num_nodes() > max_unwatched_nodes ? options.stop : std::stop_token();
    try {
      auto channels = std::make_shared<const Channels>(
          options.as_labelled
              ? decompose_as_labelled(graph, compute_symmetry(graph, {.stop = stop}),
                                      options.channels)
              : cache.decompose(graph, options.channels, stop));
      if (!options.only_store) samples[i].channels = std::move(channels);
    } catch (const Error& error) {
      fail_as(error.kind(), add_channels_name, "graph ", number_of(samples[i], i), ": ",
              error.reason());
    }
    counter.add_one();
  };
  try {
    parallel_for(std::ssize(samples), options.threads, decompose_one);
  } catch (const Error& error) {
    cache.save();  // what is done need not be done again
    const bool keeps = !options.cache_file.empty() && !options.as_labelled;
    if (error.kind() != ErrorKind::Cancelled || !keeps) throw;
    fail_as(ErrorKind::Cancelled, add_channels_name, "stopped; what is done is kept in ",
            options.cache_file);
  }
  cache.save();
  return cache.statistics();
}

}  // namespace isotypic
