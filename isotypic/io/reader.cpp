#include "isotypic/io/reader.hpp"

#include <limits>
#include <type_traits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/internal/dimacs_parser.hpp"
#include "isotypic/io/internal/edge_list_parser.hpp"
#include "isotypic/io/sparse6.hpp"

namespace isotypic {
namespace {

constexpr std::int64_t max_text_line_bytes = std::int64_t{1} << 20;

/// A graph6 line says at its beginning how long it is; sparse6 is bounded by max_line_bytes only.
std::int64_t longest_line(std::string_view beginning) {
  switch (detect_format(beginning)) {
    case GraphFormat::Graph6:
      return declared_graph6_length(beginning);
    case GraphFormat::Sparse6:
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

GraphReader GraphReader::from_memory(std::string bytes, std::string source,
                                     const ReaderOptions& options) {
  return {ByteSource::from_memory(std::move(bytes)), std::move(source), options};
}

std::optional<SourcedGraph> GraphReader::next() {
  try {
    return translate_exceptions("read_graph", [&] { return read_graph(); });
  } catch (const Error& error) {
    fail_as(error.kind(), "read_graph", source_, ':', lines_.number(), ": ", error.reason());
  }
}

std::optional<SourcedGraph> GraphReader::read_graph() {
  if (std::exchange(at_end_, true)) return std::nullopt;
  std::optional<std::string_view> line = lines_.next();
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

}  // namespace isotypic
