#include "isotypic/io/format.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/sparse6.hpp"

namespace isotypic {
namespace {

constexpr const char* detect_format_name = "detect_format";

constexpr const char* refuse_digraph6 =
    "digraph6 holds directed graphs, and graphs here are undirected; if the directions do not "
    "matter, convert the file first: nauty-underlyingg FILE";

using Name = std::pair<std::string_view, GraphFormat>;
// The first name of each format is the one we print.
constexpr std::array<Name, 18> format_names = {{{"detect", GraphFormat::Detect},
                                                {"graph6", GraphFormat::Graph6},
                                                {"sparse6", GraphFormat::Sparse6},
                                                {"dimacs", GraphFormat::Dimacs},
                                                {"edge-list", GraphFormat::EdgeList},
                                                {"graphml", GraphFormat::GraphMl},
                                                {"gml", GraphFormat::Gml},
                                                {"dot", GraphFormat::Dot},
                                                {"gv", GraphFormat::Dot},
                                                {"g6", GraphFormat::Graph6},
                                                {"s6", GraphFormat::Sparse6},
                                                {"col", GraphFormat::Dimacs},
                                                {"edge_list", GraphFormat::EdgeList},
                                                {"edgelist", GraphFormat::EdgeList},
                                                {"edges", GraphFormat::EdgeList},
                                                {"el", GraphFormat::EdgeList},
                                                {"csv", GraphFormat::EdgeList},
                                                {"txt", GraphFormat::EdgeList}}};

bool is_binary(char byte) { return (byte >= 0 && byte < ' ' && byte != '\t') || byte == '\x7f'; }

void refuse_known_strangers(std::string_view line) {
  if (line.starts_with(';')) fail(detect_format_name, "incremental sparse6 is not supported");
  if (line.starts_with('&') || line.starts_with(">>digraph6<<")) {
    fail(detect_format_name, refuse_digraph6);
  }
  if (line.starts_with(">>planar_code")) fail(detect_format_name, "planar code is not supported");
}

/// The formats that consist of words. None of these words is a graph6 line: they are too short for
/// the sizes that their first letters mean.
std::optional<GraphFormat> detect_document(std::string_view line, std::string_view word) {
  if (word.starts_with('<')) return GraphFormat::GraphMl;
  if (word.starts_with("//") || word.starts_with("/*") || word == "strict" || word == "digraph" ||
      word.starts_with("graph{")) {
    return GraphFormat::Dot;
  }
  if (word == "Creator" || word == "Version" || word.starts_with("graph[")) return GraphFormat::Gml;
  if (word != "graph") return std::nullopt;
  return line.find('{') == std::string_view::npos ? GraphFormat::Gml : GraphFormat::Dot;
}

}  // namespace

std::string_view format_name(GraphFormat format) {
  return std::find_if(format_names.begin(), format_names.end(),
                      [&](const Name& name) { return name.second == format; })
      ->first;
}

GraphFormat format_from_name(std::string_view name) {
  for (const auto& [known, format] : format_names) {
    if (known == name) return format;
  }
  if (name == "digraph6" || name == "d6") fail("format_from_name", refuse_digraph6);
  fail("format_from_name", "no graph format is called ", in_quotes(name),
       "; there are graph6, sparse6, dimacs, edge-list, graphml, gml and dot");
}

GraphFormat detect_format(std::string_view line) {
  if (line.starts_with(graph6_header)) return GraphFormat::Graph6;
  if (line.starts_with(sparse6_header) || line.starts_with(':')) return GraphFormat::Sparse6;
  refuse_known_strangers(line);
  if (std::any_of(line.begin(), line.end(), is_binary)) {
    fail(detect_format_name, "this is binary data, not a graph in text form");
  }
  const std::string_view word = Fields(line).next();
  if (word == "c" || word == "p" || word == "n" || word == "e") return GraphFormat::Dimacs;
  if (const auto format = detect_document(line, word)) return *format;
  const char first = word.empty() ? ' ' : word.front();
  if (first == '#' || first == '%' || (first >= '0' && first <= '9')) return GraphFormat::EdgeList;
  if (std::all_of(line.begin(), line.end(), [](char byte) { return byte >= '?'; })) {
    return GraphFormat::Graph6;
  }
  fail(detect_format_name,
       "neither graph6, sparse6, DIMACS, GraphML, GML, DOT nor an edge list begins with ",
       in_quotes(line.substr(0, 20)));
}

}  // namespace isotypic
