// add_channels: the symmetry channels of a whole data set, computed once and kept on disk.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <stop_token>
#include <string>

#include "isotypic/channels/cache.hpp"
#include "isotypic/data/dataset.hpp"

namespace isotypic {

struct ChannelSetOptions {
  ChannelOptions channels;
  bool as_labelled = false;  ///< by decompose_as_labelled(): not invariant, and never kept
  std::string cache_file;    ///< decompositions are kept here; empty: nowhere
  bool only_store = false;   ///< fill the file, not the samples: they need not fit into memory
  std::int64_t threads = 0;  ///< 0: one per core
  /// Called with (done, all) now and then and at the end, one call at a time.
  std::function<void(std::int64_t, std::int64_t)> progress;
  std::stop_token stop;  ///< gives up with an Error of kind Cancelled; the file keeps what is done
};

/// Throws Error, naming the sample by number_of(), if one is too large for channels. add_channels()
/// checks so before time is spent on the others.
void check_channel_sizes(std::span<const Sample> samples);

/// Fills `channels` of every sample: of the bare graph, as the paper does, whatever features its
/// nodes have. Equal options give equal channels, on any number of threads, cached or not.
///
/// Returns how many were computed and how many found. Throws Error as decompose() does, naming the
/// sample.
CacheStatistics add_channels(std::span<Sample> samples, const ChannelSetOptions& options = {});

}  // namespace isotypic
