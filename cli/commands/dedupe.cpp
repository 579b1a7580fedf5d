#include "cli/commands/dedupe.hpp"

#include <cstdint>
#include <iostream>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/support/checks.hpp"
#include "cli/support/graph_output.hpp"
#include "cli/support/graph_stream.hpp"
#include "cli/support/options.hpp"
#include "cli/support/rows.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/sparse6.hpp"
#include "isotypic/symmetry/canonical_hash.hpp"

namespace isotypic::cli {
namespace {

struct DedupeCommand {
  StreamOptions stream;
  SymmetryOptions symmetry;
  GraphOutputOptions output;
  bool canonical = false;
  bool quiet = false;
  Format format = Format::Text;
};

/// The numbers of classes by their hashes, in one array: a lookup touches one line of the cache,
/// where std::unordered_map follows three pointers. The hashes are random already.
class ClassTable {
 public:
  /// -1 if there is none.
  [[nodiscard]] std::int64_t find(const Hash128& hash) const { return slots_[slot(hash)].number; }

  /// The number of the class, `next` if it is new; and whether it is.
  std::pair<std::int64_t, bool> add(const Hash128& hash, std::int64_t next) {
    Slot& own = slots_[slot(hash)];
    if (own.number >= 0) return {own.number, false};
    own = {hash, next};
    if (2 * ++size_ > slots_.size()) grow();
    return {next, true};
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    Hash128 hash;
    std::int64_t number = -1;
  };

  /// Where the hash is, or the empty slot where it belongs.
  [[nodiscard]] std::size_t slot(const Hash128& hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash.low & mask;
    while (slots_[at].number >= 0 && slots_[at].hash != hash) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& own : old) {
      if (own.number >= 0) slots_[slot(own.hash)] = own;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);  // a power of two, at most half full
  std::size_t size_ = 0;
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
  explicit Dedupe(const DedupeCommand& command) : command_(command), graphs_(command.output) {}

  /// The place of a class that is known already; -1 if it is not.
  [[nodiscard]] std::int64_t find(const Hash128& hash) {
    const std::scoped_lock lock(mutex_);
    return classes_.find(hash);
  }

  /// One more graph of a class that is known.
  void count(std::int64_t place) {
    ++num_graphs_;
    if (command_.format != Format::Text) ++rows_[place].count;
  }

  void add(const StreamedGraph& item, const Hash128& hash) {
    const Graph& graph = item.graph;
    const std::scoped_lock lock(mutex_);
    ++num_graphs_;
    const auto [place, added] = classes_.add(hash, std::ssize(rows_));
    if (command_.format != Format::Text) {
      if (added) {
        rows_.push_back(
            {item.source, graph.num_nodes(), graph.num_edges(), short_text(graph), hash});
      }
      ++rows_[place].count;
    } else if (added) {
      graphs_.write(graph, command_.symmetry);
    }
  }

  void finish() {
    if (command_.format != Format::Text) {
      graphs_.write_text(class_rows(rows_, command_.format));
    }
    graphs_.commit();
    if (!command_.quiet) {
      std::cerr << "isotypic: " << num_graphs_ << (num_graphs_ == 1 ? " graph" : " graphs")
                << " read, " << classes_.size() << (classes_.size() == 1 ? " class" : " classes")
                << '\n';
    }
  }

 private:
  const DedupeCommand& command_;
  GraphOutput graphs_;
  std::mutex mutex_;    // of the classes: all threads look at them
  ClassTable classes_;  // the row of each
  std::vector<GraphClass> rows_;
  std::int64_t num_graphs_ = 0;
};

void run(const DedupeCommand& command) {
  check_no_output_is_input({command.output.file},
                           {command.stream.files.begin(), command.stream.files.end()});
  Dedupe dedupe(command);
  const StreamSummary summary =
      stream_graphs("dedupe", command.stream, [&](StreamedGraph& item) -> std::function<void()> {
        Hash128 hash;
        if (command.canonical) {
          Symmetry symmetry = compute_symmetry(item.graph, command.symmetry);
          hash = symmetry.hash;
          item.graph = std::move(symmetry.canonical);
        } else {
          hash = canonical_hash(item.graph, command.symmetry);
        }
        // Most graphs are copies of earlier ones; they need not be kept until their turn.
        const std::int64_t place = dedupe.find(hash);
        if (place >= 0) return [&dedupe, place] { dedupe.count(place); };
        auto kept = std::make_shared<StreamedGraph>(std::move(item));
        return [&dedupe, kept, hash] { dedupe.add(*kept, hash); };
      });
  dedupe.finish();
  expect_no_failures("dedupe", summary);
}

}  // namespace

void add_dedupe(CLI::App& app) {
  const auto command = std::make_shared<DedupeCommand>();
  CLI::App* sub = app.add_subcommand("dedupe", "Keep one graph of each isomorphism class");
  add_stream_options(*sub, command->stream);
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
      "  isotypic dedupe molecules.gml --node-colours --output-format gml\n");
  sub->callback([command] { run(*command); });
}

}  // namespace isotypic::cli
