#include "cli/streams/graph_stream.hpp"

#include <chrono>
#include <condition_variable>
#include <exception>
#include <iostream>
#include <map>
#include <mutex>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>

#include "cli/options/checks.hpp"
#include "cli/program/error_text.hpp"
#include "cli/streams/graph_output.hpp"
#include "cli/terminal/progress.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/run/part.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {
namespace {

/// Finished graphs that may wait for a slower one before them, and their nodes.
constexpr std::size_t max_waiting = 1024;
constexpr std::int64_t max_waiting_nodes = 4'000'000;
/// Graphs are taken together up to this many nodes.
constexpr std::int64_t max_batch_nodes = 512;

constexpr const char* not_as_before =
    "the graphs are not those that this shard began with; delete its part and begin again";

/// What became of one graph: a result to be written, or an error.
struct Outcome {
  StreamPlace place;
  std::function<void()> write;
  std::optional<Error> error;
  bool fatal = false;  ///< the error ends the stream, whatever was asked for
  std::int64_t num_nodes = 0;
};

/// Every thread does the same: takes the next graph, works on it, hands in the outcome. Whoever
/// hands in the one that all were waiting for writes all that are ready.
class Stream {
 public:
  Stream(const char* command, const StreamOptions& options, const GraphWork& work,
         const StreamResume& resume)
      : command_(command), options_(options), work_(work), resume_(resume), bar_(command) {
    bar_.update({.total = unknown_total});
  }

  StreamSummary run() {
    std::int64_t threads = options_.threads > 0 ? options_.threads : default_threads();
    {
      std::vector<std::jthread> pool;
      try {
        while (--threads > 0) pool.emplace_back([this] { loop(); });
      } catch (const std::system_error&) {
        // The system gives no more threads: those there are do the work.
      }
      loop();
    }
    if (failure_) std::rethrow_exception(failure_);
    return summary_;
  }

 private:
  /// Some graphs in a row. Small ones are taken together: to lock takes longer than to label them.
  struct Batch {
    std::int64_t first_index = 0;
    std::vector<std::optional<StreamedGraph>> graphs;
    std::vector<Outcome> outcomes;  ///< where there is no graph: why
    bool at_end = false;
  };

  void loop() noexcept {
    try {
      for (Batch batch = take(); !batch.graphs.empty(); batch = take()) {
        for (std::size_t i = 0; i < batch.graphs.size(); ++i) {
          if (batch.graphs[i]) batch.outcomes[i] = work_on(*batch.graphs[i]);
        }
        hand_in(batch);
      }
    } catch (...) {
      // Memory ran out beside the work on a graph. The other threads must not wait for ours.
      const std::scoped_lock lock(mutex_);
      if (!failure_) failure_ = std::current_exception();
      room_.notify_all();
    }
  }

  /// Empty at the end of the stream.
  Batch take() {
    const std::scoped_lock reading(reading_mutex_);
    Batch batch;
    {
      std::unique_lock lock(mutex_);
      room_.wait(lock, [&] {
        return failure_ || (waiting_.size() < max_waiting && waiting_nodes_ < max_waiting_nodes);
      });
      if (failure_) return batch;
    }
    batch.first_index = num_taken_;
    std::int64_t num_nodes = 0;
    do {
      take_one(batch);
      if (batch.at_end || !batch.graphs.back()) break;
      num_nodes += batch.graphs.back()->graph.num_nodes();
      // What is here already is taken; nothing waits for what is yet to come.
    } while (num_nodes < max_batch_nodes && reader_ && reader_->is_ready());
    num_taken_ += std::ssize(batch.graphs);
    return batch;
  }

  /// The next graph that is ours, or why it cannot be read.
  void take_one(Batch& batch) {
    for (;;) {
      Outcome outcome;
      std::optional<StreamedGraph> graph;
      try {
        graph = translate_exceptions(command_, [&] { return read(); });
        batch.at_end = !graph;
        if (batch.at_end) return;
        advance(options_.shard ? hash_graph(graph->graph) : Hash128(), graph->source);
        graph->place = outcome.place = place_;
      } catch (const Error& error) {
        advance({}, error.what());
        outcome.place = place_;
        outcome.error = error;
        outcome.fatal = error.kind() != ErrorKind::BadInput;
      }
      if (!is_as_before()) {
        graph.reset();
        outcome.error =
            Error(ErrorKind::BadInput, "[" + std::string(command_) + "] " + not_as_before);
        outcome.fatal = true;
      }
      // What ends a run without shards ends every shard, also those that the graph is none of.
      const bool ends_all = outcome.fatal || (outcome.error && !options_.keep_going);
      if (!ends_all && !is_ours()) continue;
      batch.graphs.push_back(std::move(graph));
      batch.outcomes.push_back(std::move(outcome));
      return;
    }
  }

  /// Only a shard needs the hash: its results are put together with those of others.
  void advance(const Hash128& hash, std::string_view text) {
    place_.index = summary_.end.index++;
    if (!options_.shard) return;
    place_.input = run::extend_input(place_.input, hash, text);
    summary_.end.input = place_.input;
  }

  [[nodiscard]] bool is_ours() const {
    return (!options_.shard || options_.shard->contains(place_.index)) &&
           (!resume_.last || place_.index > resume_.last->index);
  }

  /// Whether the graph at which an earlier process stopped is the same, and all before it.
  [[nodiscard]] bool is_as_before() const {
    return !resume_.last || place_.index != resume_.last->index ||
           place_.input == resume_.last->input;
  }

  std::optional<StreamedGraph> read() {
    while (reader_ || next_file_ < options_.files.size()) {
      if (!reader_) reader_.emplace(options_.files[next_file_++], options_.reader);
      if (std::optional<SourcedGraph> item = reader_->next()) {
        if (item->looks_counted_from_one) bar_.print_above([&] { note_origin_of_count(*item); });
        const std::int64_t first_node = summary_.num_nodes;
        summary_.num_nodes += item->graph.num_nodes();
        std::string source = std::move(item->source);
        source.append(":").append(std::to_string(item->line));
        return StreamedGraph{std::move(item->graph), std::move(source), item->dropped, first_node};
      }
      reader_.reset();
    }
    return std::nullopt;
  }

  Outcome work_on(StreamedGraph& graph) {
    Outcome outcome{.place = graph.place, .num_nodes = graph.graph.num_nodes()};
    try {
      outcome.write = translate_exceptions(command_, [&] { return work_(graph); });
    } catch (const Error& error) {
      outcome.error = Error(
          error.kind(), "[" + std::string(command_) + "] " + graph.source + ": " + error.reason());
    }
    return outcome;
  }

  void hand_in(Batch& batch) {
    const std::scoped_lock lock(mutex_);
    for (std::size_t i = 0; i < batch.outcomes.size(); ++i) {
      const std::int64_t index = batch.first_index + static_cast<std::int64_t>(i);
      if (!failure_ && index == num_written_) {
        finish(batch.outcomes[i]);
        ++num_written_;
      } else {
        waiting_nodes_ += batch.outcomes[i].num_nodes;
        waiting_.emplace(index, std::move(batch.outcomes[i]));
      }
    }
    while (!failure_ && !waiting_.empty() && waiting_.begin()->first == num_written_) {
      finish(waiting_.begin()->second);
      waiting_nodes_ -= waiting_.begin()->second.num_nodes;
      waiting_.erase(waiting_.begin());
      ++num_written_;
    }
    const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
    bar_.update({.done = num_written_, .total = unknown_total, .seconds = elapsed.count()});
    room_.notify_all();
  }

  void finish(const Outcome& outcome) {
    try {
      if (!outcome.error) {
        bar_.print_above([&] { translate_exceptions(command_, outcome.write); });
      } else if (outcome.fatal || !options_.keep_going) {
        failure_ = std::make_exception_ptr(*outcome.error);
      } else {
        pass_over(outcome);
      }
    } catch (const Error&) {
      failure_ = std::current_exception();
    }
  }

  void pass_over(const Outcome& outcome) {
    bar_.print_above([&] { std::cerr << "isotypic: " << error_text(*outcome.error) << '\n'; });
    if (summary_.num_failed++ == 0) summary_.why = outcome.error->kind();
    if (!resume_.on_failed) return;
    translate_exceptions(command_,
                         [&] { resume_.on_failed(outcome.place, outcome.error->kind()); });
  }

  const char* command_;
  const StreamOptions& options_;
  const GraphWork& work_;
  const StreamResume& resume_;

  std::mutex reading_mutex_;  // of the next four, and of end and num_nodes of the summary
  StreamPlace place_;
  std::size_t next_file_ = 0;
  std::optional<GraphReader> reader_;
  std::int64_t num_taken_ = 0;

  std::mutex mutex_;  // of all that follows
  std::condition_variable room_;
  std::map<std::int64_t, Outcome> waiting_;
  std::int64_t waiting_nodes_ = 0;
  std::int64_t num_written_ = 0;
  StreamSummary summary_;
  std::exception_ptr failure_;  // the first
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  ProgressBar bar_;
};

}  // namespace

void note_origin_of_count(const SourcedGraph& item) {
  if (!item.looks_counted_from_one) return;
  std::cerr << "isotypic: note: " << printable(item.source)
            << ": no edge has node 0. Edge lists count nodes from 0, so node 0 is isolated here. "
               "If this file counts from 1, subtract 1: awk '/^[0-9]/ {print $1-1, $2-1}' FILE; "
               "else a line '# nodes: N' says how many nodes there are and silences this note\n";
}

void add_stream_options(CLI::App& command, StreamOptions& options) {
  command
      .add_option("FILE", options.files,
                  "graph6, sparse6, DIMACS, edge lists, GraphML, GML or DOT, gzipped or not; "
                  "- is standard input")
      ->required();
  add_graph_format(command, "--input-format", options.reader.format,
                   "Format of the files, where it cannot be detected");
  command.add_flag("--simplify", options.reader.parse.simplify,
                   "Drop loops, repeated edges and edges with invalid ends");
  command.add_flag("--keep-going", options.keep_going, "Report graphs that fail and continue");
  command
      .add_option("--threads", options.threads,
                  "Graphs to process at the same time; 0 means one per core")
      ->check(CLI::Range(std::int64_t{0}, max_threads))
      ->capture_default_str();
}

StreamSummary stream_graphs(const char* command, const StreamOptions& options,
                            const GraphWork& work, const StreamResume& resume) {
  return Stream(command, options, work, resume).run();
}

void expect_no_failures(const char* command, const StreamSummary& summary) {
  if (!summary.why) return;
  fail_as(*summary.why, command, summary.num_failed, summary.num_failed == 1 ? " graph" : " graphs",
          " failed");
}

}  // namespace isotypic::cli
