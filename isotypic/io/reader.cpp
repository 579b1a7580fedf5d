#include "isotypic/io/reader.hpp"

#include <limits>
#include <type_traits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/internal/dimacs_parser.hpp"
#include "isotypic/io/internal/document.hpp"
#include "isotypic/io/internal/edge_list_parser.hpp"
#include "isotypic/io/sparse6.hpp"

namespace isotypic {
namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";
constexpr std::int64_t max_text_line_bytes = std::int64_t{1} << 20;

/// A graph6 line says at its beginning how long it is; sparse6 and XML are bounded by
/// max_line_bytes only.
std::int64_t longest_line(std::string_view beginning) {
  switch (detect_format(beginning)) {
    case GraphFormat::Graph6:
      return declared_graph6_length(beginning);
    case GraphFormat::Sparse6:
    case GraphFormat::GraphMl:  // often written without any line break
      return std::numeric_limits<std::int64_t>::max() - 1;
    default:
      return max_text_line_bytes;
  }
}

bool is_blank(std::string_view line) {
  return line.find_first_not_of(" \t") == std::string_view::npos;
}

bool is_sparse6(std::string_view line) {
  return line.starts_with(':') || line.starts_with(sparse6_header);
}

}  // namespace

GraphReader::GraphReader(ByteSource bytes, std::string source, const ReaderOptions& options)
    : source_(std::move(source)),
      options_(options),
      lines_(Gunzip(std::move(bytes)), options.max_line_bytes, longest_line),
      format_(options.format) {}

GraphReader::GraphReader(const std::string& path, const ReaderOptions& options)
    : GraphReader(ByteSource::open(path), path == "-" ? "<stdin>" : path, options) {}

GraphReader::GraphReader(GraphReader&&) noexcept = default;
GraphReader& GraphReader::operator=(GraphReader&&) noexcept = default;
GraphReader::~GraphReader() = default;

GraphReader GraphReader::from_memory(std::string bytes, std::string source,
                                     const ReaderOptions& options) {
  return GraphReader(ByteSource::from_memory(std::move(bytes)), std::move(source), options);
}

std::optional<SourcedGraph> GraphReader::next() {
  try {
    return translate_exceptions("read_graph", [&] { return read_graph(); });
  } catch (const Error& error) {
    fail_as(error.kind(), "read_graph", source_, ':', lines_.number(), ": ", error.reason());
  }
}

bool GraphReader::is_ready() const {
  return (format_ == GraphFormat::Graph6 || format_ == GraphFormat::Sparse6) && lines_.has_line();
}

std::optional<SourcedGraph> GraphReader::read_graph() {
  if (std::exchange(at_end_, true)) return std::nullopt;
  if (document_) return read_document();
  std::optional<std::string_view> line = lines_.next();
  if (line && lines_.number() == 1 && line->starts_with(byte_order_mark)) {
    line->remove_prefix(byte_order_mark.size());
  }
  while (line && (is_blank(*line) || *line == graph6_header || *line == sparse6_header)) {
    line = lines_.next();
  }
  if (!line) return std::nullopt;
  if (format_ == GraphFormat::Detect) format_ = detect_format(*line);
  switch (format_) {
    case GraphFormat::Dimacs:
      return parse_file(*line, DimacsParser(options_.parse));
    case GraphFormat::EdgeList:
      return parse_file(*line, EdgeListParser(options_.parse));
    case GraphFormat::GraphMl:
    case GraphFormat::Gml:
    case GraphFormat::Dot:
      open_document(*line);
      return read_document();
    default:
      at_end_ = false;  // a bad line does not spoil the lines after it
      return parse_line(*line);
  }
}

SourcedGraph GraphReader::parse_line(std::string_view line) {
  const bool mixed = options_.format == GraphFormat::Detect;
  const bool sparse = mixed ? is_sparse6(line) : format_ == GraphFormat::Sparse6;
  if (!sparse) return {parse_graph6(line), source_, lines_.number()};
  auto [graph, dropped] = parse_sparse6(line, options_.parse);
  return {std::move(graph), source_, lines_.number(), dropped};
}

template <typename Parser>
SourcedGraph GraphReader::parse_file(std::string_view first_line, Parser parser) {
  const std::int64_t first_number = lines_.number();
  parser.skip_lines(first_number - 1);
  parser.add_line(first_line);
  while (const auto line = lines_.next()) parser.add_line(*line);
  auto [graph, dropped] = parser.finish();
  SourcedGraph item{std::move(graph), source_, first_number, dropped};
  if constexpr (std::is_same_v<Parser, EdgeListParser>) {
    item.looks_counted_from_one = parser.looks_counted_from_one();
  }
  return item;
}

void GraphReader::open_document(std::string_view first_line) {
  const ParseOptions& parse = options_.parse;
  if (format_ == GraphFormat::GraphMl) {
    document_ = std::make_unique<Document>(Document{GraphMlParser(parse)});
  } else if (format_ == GraphFormat::Gml) {
    document_ = std::make_unique<Document>(Document{GmlParser(parse)});
  } else {
    document_ = std::make_unique<Document>(Document{DotParser(parse)});
  }
  document_->skip_lines(lines_.number() - 1);
  document_->add_line(first_line);
}

std::optional<SourcedGraph> GraphReader::read_document() {
  std::optional<DocumentGraph> found = document_->take();
  while (!found) {
    const auto line = lines_.next();
    if (!line) {
      document_->finish();
      return std::nullopt;
    }
    document_->add_line(*line);
    found = document_->take();
  }
  at_end_ = false;
  return SourcedGraph{std::move(found->graph.graph), source_, found->line, found->graph.dropped};
}

}  // namespace isotypic
