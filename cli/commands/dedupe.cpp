#include "cli/commands/dedupe.hpp"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <iostream>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/options/checks.hpp"
#include "cli/options/options.hpp"
#include "cli/streams/class_table.hpp"
#include "cli/streams/graph_output.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/shard_part.hpp"
#include "cli/views/rows.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/sparse6.hpp"
#include "isotypic/symmetry/canonical_hash.hpp"

namespace isotypic::cli {
namespace {

/// In the header of a part: what is written of a class.
constexpr const char* format_key = "format";
constexpr const char* graph_format_key = "graph_format";

struct DedupeCommand {
  StreamOptions stream;
  SymmetryOptions symmetry;
  GraphOutputOptions output;
  bool canonical = false;
  bool quiet = false;
  Format format = Format::Text;
};

/// A class of isomorphic graphs; all but the count is that of the first graph.
struct GraphClass {
  std::string source;
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  std::string graph;  ///< graph6, or sparse6 where that is shorter
  Hash128 hash;
  std::int64_t count = 0;
};

std::string short_text(const Graph& graph) {
  const std::string sparse = format_sparse6(graph);
  // A graph6 line has about n^2 / 12 bytes: not to be made for a large sparse graph.
  const std::int64_t n = graph.num_nodes();
  if (n * n / 12 > 2 * std::ssize(sparse)) return sparse;
  return format_graph6(graph);
}

std::string class_rows(const std::vector<GraphClass>& classes, Format format) {
  std::string text = format == Format::Csv ? "source,n,m,count,hash,graph\n" : "";
  for (const GraphClass& own : classes) {
    if (format == Format::Csv) {
      text += csv_cells(own.source, own.num_nodes, own.num_edges, own.count, to_string(own.hash),
                        own.graph) +
              '\n';
    } else {
      text += json_line({{"source", own.source},
                         {"n", own.num_nodes},
                         {"m", own.num_edges},
                         {"count", own.count},
                         {"hash", to_string(own.hash)},
                         {"graph", own.graph}});
    }
  }
  return text;
}

/// Sees the graphs in their order, and writes the first one of each class.
class Dedupe {
 public:
  Dedupe(const GraphOutputOptions& output, Format format, bool quiet)
      : format_(format), quiet_(quiet), graphs_(output) {}

  /// The place of a class that is known already; -1 if it is not.
  [[nodiscard]] std::int64_t find(const Hash128& hash) {
    const std::scoped_lock lock(mutex_);
    return classes_.find(hash);
  }

  /// One more graph of a class that is known.
  void count(std::int64_t place) {
    ++num_graphs_;
    if (format_ != Format::Text) ++rows_[place].count;
  }

  /// A graph whose class may be new; `first` says what to write of it if it is.
  void add(const Hash128& hash, const std::function<GraphClass()>& first) {
    const std::scoped_lock lock(mutex_);
    ++num_graphs_;
    const auto [place, added] = classes_.add(hash, std::ssize(rows_));
    if (format_ != Format::Text) {
      if (added) rows_.push_back(first());
      ++rows_[place].count;
    } else if (added) {
      graphs_.write_graph(first().graph);
    }
  }

  void finish() {
    if (format_ != Format::Text) graphs_.write_text(class_rows(rows_, format_));
    graphs_.commit();
    if (!quiet_) {
      std::cerr << "isotypic: " << num_graphs_ << (num_graphs_ == 1 ? " graph" : " graphs")
                << " read, " << classes_.size() << (classes_.size() == 1 ? " class" : " classes")
                << '\n';
    }
  }

 private:
  Format format_;
  bool quiet_;
  GraphOutput graphs_;
  std::mutex mutex_;    // of the classes: all threads look at them
  ClassTable classes_;  // the row of each
  std::vector<GraphClass> rows_;
  std::int64_t num_graphs_ = 0;
};

/// What is written of a class: a row, or the graph as it stands in the output.
GraphClass describe(const StreamedGraph& item, const Hash128& hash, const DedupeCommand& command) {
  const Graph& graph = item.graph;
  if (command.format == Format::Text) {
    return {.graph = graph_text(graph, command.output.format, command.symmetry)};
  }
  return {item.source, graph.num_nodes(), graph.num_edges(), short_text(graph), hash};
}

/// The hash of the class. With --canonical the graph becomes its canonical form.
Hash128 classify(StreamedGraph& item, const DedupeCommand& command) {
  if (!command.canonical) return canonical_hash(item.graph, command.symmetry);
  Symmetry symmetry = compute_symmetry(item.graph, command.symmetry);
  item.graph = std::move(symmetry.canonical);
  return symmetry.hash;
}

StreamSummary dedupe_all(const DedupeCommand& command) {
  Dedupe dedupe(command.output, command.format, command.quiet);
  StreamSummary summary =
      stream_graphs("dedupe", command.stream, [&](StreamedGraph& item) -> std::function<void()> {
        const Hash128 hash = classify(item, command);
        // Most graphs are copies of earlier ones; they need not be kept until their turn.
        const std::int64_t place = dedupe.find(hash);
        if (place >= 0) return [&dedupe, place] { dedupe.count(place); };
        auto kept = std::make_shared<StreamedGraph>(std::move(item));
        return
            [&, kept, hash] { dedupe.add(hash, [&] { return describe(*kept, hash, command); }); };
      });
  dedupe.finish();
  return summary;
}

struct ClassSizes {
  std::int64_t num_nodes = 0;
  std::int64_t num_edges = 0;
  std::int64_t source_bytes = -1;
};

[[noreturn]] void fail_record(const run::PartRecord& record) {
  fail("merge", "the record of graph ", record.index, " is damaged");
}

/// A graph in a part: the hash, and for the first of its class in the shard what would be written.
/// The first of all is also the first in its shard.
std::string to_record(const Hash128& hash, const GraphClass* first) {
  std::string bytes(reinterpret_cast<const char*>(&hash), sizeof hash);
  if (first == nullptr) return bytes;
  const ClassSizes sizes = {first->num_nodes, first->num_edges, std::ssize(first->source)};
  bytes.append(reinterpret_cast<const char*>(&sizes), sizeof sizes);
  return bytes + first->source + first->graph;
}

Hash128 hash_of_record(const run::PartRecord& record) {
  Hash128 hash;
  if (record.bytes.size() < sizeof hash) fail_record(record);
  std::memcpy(&hash, record.bytes.data(), sizeof hash);
  return hash;
}

GraphClass class_of_record(const run::PartRecord& record, const Hash128& hash) {
  ClassSizes sizes;
  std::string_view rest = std::string_view(record.bytes).substr(sizeof hash);
  if (rest.size() >= sizeof sizes) std::memcpy(&sizes, rest.data(), sizeof sizes);
  rest.remove_prefix(std::min(rest.size(), sizeof sizes));
  if (sizes.source_bytes < 0 || sizes.source_bytes > std::ssize(rest)) fail_record(record);
  const auto split = static_cast<std::size_t>(sizes.source_bytes);
  return {std::string(rest.substr(0, split)), sizes.num_nodes, sizes.num_edges,
          std::string(rest.substr(split)), hash};
}

StreamSummary dedupe_shard(const DedupeCommand& command, Json options) {
  options[format_key] = static_cast<int>(command.format);
  options[graph_format_key] = std::string(format_name(command.output.format));
  ClassTable classes;
  ShardPart part("dedupe", command.output.file, command.stream, options,
                 [&](const run::PartRecord& record) { classes.add(hash_of_record(record), 0); });
  return part.complete([&](StreamedGraph& item) -> std::function<std::string()> {
    const Hash128 hash = classify(item, command);
    auto kept = std::make_shared<StreamedGraph>(std::move(item));
    return [&, kept, hash] {
      if (!classes.add(hash, 0).second) return to_record(hash, nullptr);
      const GraphClass own = describe(*kept, hash, command);
      return to_record(hash, &own);
    };
  });
}

void run_dedupe(const DedupeCommand& command, const CLI::App& given) {
  check_no_output_is_input({command.output.file},
                           {command.stream.files.begin(), command.stream.files.end()});
  expect_no_failures("dedupe", command.stream.shard
                                   ? dedupe_shard(command, options_of_results(given))
                                   : dedupe_all(command));
}

}  // namespace

run::PartSummary merge_dedupe(run::PartSet& parts, const std::string& file) {
  const Json& options = parts.header().options;
  const GraphOutputOptions output{
      file, format_from_name(options.at(graph_format_key).get<std::string>())};
  const int format = options.at(format_key).get<int>();
  if (format < static_cast<int>(Format::Text) || format > static_cast<int>(Format::Csv)) {
    fail("merge", "the parts name an unknown format, ", format);
  }
  Dedupe dedupe(output, static_cast<Format>(format), false);
  const run::PartSummary summary = parts.for_each([&](const run::PartRecord& record) {
    const Hash128 hash = hash_of_record(record);
    dedupe.add(hash, [&] { return class_of_record(record, hash); });
  });
  dedupe.finish();
  return summary;
}

void add_dedupe(CLI::App& app) {
  const auto command = std::make_shared<DedupeCommand>();
  CLI::App* sub = app.add_subcommand("dedupe", "Keep one graph of each isomorphism class");
  add_stream_options(*sub, command->stream);
  add_shard_option(*sub, command->stream);
  add_format_options(*sub, command->format);
  add_graph_output_options(*sub, command->output);
  sub->add_flag("--canonical", command->canonical,
                "Write canonical forms instead of the first graph of each class");
  sub->add_flag("--quiet", command->quiet, "Do not report the number of classes");
  add_symmetry_options(*sub, command->symmetry);
  sub->footer(
      "Classes come in the order of their first graphs. --json and --csv write a row per class,\n"
      "with the number of graphs in it. Graphs are compared by a 128-bit hash of their canonical\n"
      "forms, so memory grows with the number of classes, not with the sizes of the graphs.\n"
      "Examples:\n"
      "  isotypic dedupe graphs.g6 > classes.g6\n"
      "  isotypic dedupe a.g6 b.g6.gz --csv\n"
      "  isotypic dedupe molecules.gml --node-colours --output-format gml\n"
      "  isotypic dedupe graphs.g6 --shard 0/4 -o part-0\n");
  sub->callback([command, sub] { run_dedupe(*command, *sub); });
}

}  // namespace isotypic::cli
