// A stream of graphs: read one by one, worked on in parallel, written in input order.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/io/reader.hpp"
#include "isotypic/run/shard.hpp"

namespace isotypic::cli {

struct StreamOptions {
  std::vector<std::string> files;
  ReaderOptions reader;
  std::int64_t threads = 0;              ///< 0: one per core
  bool keep_going = false;               ///< report graphs that fail, go on with the next
  std::optional<run::Shard> shard = {};  ///< work on these graphs alone
};

/// FILE..., --input-format, --simplify, --keep-going, --threads.
void add_stream_options(CLI::App& command, StreamOptions& options);

/// Says on standard error that an edge list looks counted from 1, if it does. stream_graphs calls
/// it; so does every command that reads graphs in another way.
void note_origin_of_count(const SourcedGraph& item);

/// The place of a graph in the stream.
struct StreamPlace {
  std::int64_t index = 0;   ///< of the graph; those that cannot be read count too
  std::uint64_t input = 0;  ///< a hash of all graphs up to this one; only in a shard
};

struct StreamedGraph {
  Graph graph;
  std::string source;           ///< "file:line"
  Simplification dropped;       ///< what --simplify left out
  std::int64_t first_node = 0;  ///< nodes of all graphs before this one
  StreamPlace place = {};
};

/// What to do with a graph: called for several graphs at a time, on any thread. It returns how to
/// write the result, which is called for one graph at a time, in input order.
/// It may take the graph away, unless it throws afterwards.
using GraphWork = std::function<std::function<void()>(StreamedGraph&)>;

/// How a shard goes on where an earlier process stopped.
struct StreamResume {
  std::optional<StreamPlace> last = {};  ///< graphs up to here are done
  /// With keep_going: called, in turn with the writing, for a graph that failed.
  std::function<void(const StreamPlace&, ErrorKind)> on_failed = {};
};

struct StreamSummary {
  StreamPlace end = {};               ///< the number of graphs, and the hash of them all
  std::int64_t num_nodes = 0;         ///< of all graphs that could be read
  std::int64_t num_failed = 0;        ///< with keep_going: graphs that were reported
  std::optional<ErrorKind> why = {};  ///< the first of them failed
};

/// Works on every graph of the files. Holds a few graphs per thread, and a bounded number of
/// results that wait for their turn. Shows a counter on a terminal when it takes longer than two
/// seconds.
///
/// Throws the first Error in input order, after everything before it has been written; `command`
/// and "file:line" are put in front. With keep_going such graphs are reported and left out.
///
/// A shard reads all graphs and works on its own. Errors in the others are left to their shards.
[[nodiscard]] StreamSummary stream_graphs(const char* command, const StreamOptions& options,
                                          const GraphWork& work, const StreamResume& resume = {});

/// Throws Error if a graph failed: to be called when all results are in their place.
void expect_no_failures(const char* command, const StreamSummary& summary);

}  // namespace isotypic::cli
