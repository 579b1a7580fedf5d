// GraphReader: the graphs of a file one by one, whatever the format, gzipped or not.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "isotypic/base/line_reader.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/io/format.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

struct ReaderOptions {
  GraphFormat format = GraphFormat::Detect;
  ParseOptions parse;
  /// The longest line that is read: 1 GiB, a graph6 line of 113,000 nodes. Lines of DIMACS and
  /// edge lists may have 1 MiB.
  std::int64_t max_line_bytes = std::int64_t{1} << 30;
};

/// A graph and where it came from.
struct SourcedGraph {
  Graph graph;
  std::string source;      ///< the path, or "<stdin>"
  std::int64_t line = 0;   ///< where the graph begins, from 1
  Simplification dropped;  ///< all zero unless simplifying was asked for
  /// An edge list that probably counts its nodes from 1: its least node is 1, and it does not say
  /// how many nodes there are. Node 0 of the graph is then isolated.
  bool looks_counted_from_one = false;
};

struct Document;

/// Reads with memory for one line and one graph.
///
///   GraphReader reader("graphs.g6.gz");
///   while (auto item = reader.next()) inspect(item->graph);
///
/// Lines may end in "\n" or "\r\n"; blank lines are skipped. In a detected graph6 or sparse6 file
/// both kinds of line may be mixed, as nauty allows, and a header may precede any of them. Files in
/// GraphML, GML and DOT may hold several graphs.
class GraphReader {
 public:
  /// Opens `path`, or standard input if it is "-". Throws Error with the path and the reason.
  explicit GraphReader(const std::string& path, const ReaderOptions& options = {});
  /// Reads `bytes` as if they were the content of a file called `source`.
  [[nodiscard]] static GraphReader from_memory(std::string bytes, std::string source,
                                               const ReaderOptions& options = {});
  GraphReader(GraphReader&&) noexcept;
  GraphReader& operator=(GraphReader&&) noexcept;
  ~GraphReader();

  /// The next graph, or nothing at the end; a file without any graph is no error.
  ///
  /// Throws Error with the text "[read_graph] source:line: reason". After a bad graph6 or sparse6
  /// line the next call goes on with the line after it; after any other error the reader is at
  /// its end.
  [[nodiscard]] std::optional<SourcedGraph> next();

  /// Whether next() will give a graph without waiting for more input. Only known where a graph is
  /// a line.
  [[nodiscard]] bool is_ready() const;

 private:
  GraphReader(ByteSource bytes, std::string source, const ReaderOptions& options);

  std::optional<SourcedGraph> read_graph();
  SourcedGraph parse_line(std::string_view line);
  template <typename Parser>
  SourcedGraph parse_file(std::string_view first_line, Parser parser);
  void open_document(std::string_view first_line);
  std::optional<SourcedGraph> read_document();

  std::string source_;
  ReaderOptions options_;
  LineReader lines_;
  GraphFormat format_;
  std::unique_ptr<Document> document_;  // GraphML, GML and DOT: what has been read of it
  bool at_end_ = false;
};

}  // namespace isotypic
