#include "isotypic/io/format.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/sparse6.hpp"

namespace isotypic {
namespace {

constexpr const char* detect_format_name = "detect_format";

using Name = std::pair<std::string_view, GraphFormat>;
// The first name of each format is the one we print.
constexpr std::array<Name, 14> format_names = {{{"detect", GraphFormat::Detect},
                                                {"graph6", GraphFormat::Graph6},
                                                {"sparse6", GraphFormat::Sparse6},
                                                {"dimacs", GraphFormat::Dimacs},
                                                {"edge-list", GraphFormat::EdgeList},
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
    fail(detect_format_name, "digraph6 is not supported: graphs here are undirected");
  }
  if (line.starts_with(">>planar_code")) fail(detect_format_name, "planar code is not supported");
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
  fail("format_from_name", "no graph format is called ", quoted(name),
       "; there are graph6, sparse6, dimacs and edge-list");
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
  const char first = word.empty() ? ' ' : word.front();
  if (first == '#' || first == '%' || (first >= '0' && first <= '9')) return GraphFormat::EdgeList;
  if (std::all_of(line.begin(), line.end(), [](char byte) { return byte >= '?'; })) {
    return GraphFormat::Graph6;
  }
  fail(detect_format_name, "neither graph6, sparse6, DIMACS nor an edge list begins with ",
       quoted(line.substr(0, 20)));
}

}  // namespace isotypic
