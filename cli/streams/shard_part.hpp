// A shard of a stream of graphs: its results go to a part, and merge puts the parts together.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/streams/graph_stream.hpp"
#include "isotypic/base/json.hpp"
#include "isotypic/run/part.hpp"

namespace isotypic::cli {

/// --shard.
void add_shard_option(CLI::App& command, std::optional<run::Shard>& shard,
                      const std::string& description);
/// The same for a command that streams graphs.
void add_shard_option(CLI::App& command, StreamOptions& options);

/// What was given on the command line and the results depend on, by the names of the options.
/// How and where a shard runs is left out: --shard, --threads, --output, --npy, --cache, --quiet.
[[nodiscard]] Json options_of_results(const CLI::App& command);

/// The part that a shard writes, and how it goes on if there is one already.
class ShardPart {
 public:
  using Resumed = run::PartWriter::Resumed;

  /// `options` are all that the results depend on. `resumed` gets the results of earlier processes.
  /// Throws CLI::ValidationError if the path is no name of a file.
  ShardPart(
      const char* command, const std::string& path, const StreamOptions& stream,
      const Json& options, const Resumed& resumed = [](const run::PartRecord&) {});

  /// Works on the graphs that are missing, and ends the part. `work` returns how to make the result
  /// of a graph; this is called for one graph at a time, in input order. Nothing is done if the
  /// part is complete. `check` may find fault with the whole stream before the part is ended.
  /// Failures of earlier processes are in the summary.
  using Work = std::function<std::function<std::string()>(StreamedGraph&)>;
  using Check = std::function<void(const StreamSummary&)>;
  [[nodiscard]] StreamSummary complete(
      const Work& work, const Check& check = [](const StreamSummary&) {});

 private:
  void finish(const StreamSummary& summary);

  const char* command_;
  std::string path_;
  const StreamOptions& stream_;
  StreamResume resume_;
  StreamSummary before_;  // what earlier processes found to fail
  std::optional<run::PartWriter> part_;
};

}  // namespace isotypic::cli
