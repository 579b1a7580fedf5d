#include "isotypic/io/internal/dimacs_parser.hpp"

#include <algorithm>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "parse_dimacs";
constexpr std::int64_t any_count = std::numeric_limits<std::int64_t>::max();

}  // namespace

DimacsParser::DimacsParser(const ParseOptions& options)
    : options_(options), edges_(where, 1, options) {}

void DimacsParser::add_line(std::string_view line) {
  ++num_lines_;
  num_bytes_ += static_cast<std::int64_t>(line.size()) + 1;
  Fields fields(line);
  const std::string_view kind = fields.next();
  if (kind.empty() || kind == "c") return;
  const std::string_view first = fields.next();
  const std::string_view second = fields.next();
  if (kind == "p") {
    add_problem(first, second, fields.next());
  } else if (kind == "e" || kind == "n") {
    if (num_nodes_ < 0) fail(where, "the line 'p edge N M' must come before this one");
    if (kind == "e") add_edge(first, second);
    if (kind == "n") add_colour(first, second);
  } else {
    fail(where, "a line begins with c, p, n or e, not with ", in_quotes(kind));
  }
  if (const auto extra = fields.next(); !extra.empty()) {
    fail(where, "unexpected ", in_quotes(extra), " at the end of the line");
  }
}

void DimacsParser::add_problem(std::string_view kind, std::string_view nodes,
                               std::string_view edges) {
  if (num_nodes_ >= 0) fail(where, "a second 'p' line; a DIMACS file holds one graph");
  if (kind != "edge" && kind != "col") {
    fail(where, "the problem must be 'edge' or 'col', not ", in_quotes(kind));
  }
  declared_edges_ = parse_integer(where, "a number of edges", edges, 0, any_count);
  num_nodes_ = parse_integer(where, "a number of nodes", nodes, 0, max_nodes);
}

void DimacsParser::add_edge(std::string_view first, std::string_view second) {
  const std::int64_t most = options_.simplify ? any_count : num_nodes_;
  const std::int64_t least = options_.simplify ? -any_count : 1;
  const std::int64_t u = parse_integer(where, "a node number", first, least, most);
  const std::int64_t v = parse_integer(where, "a node number", second, least, most);
  if (std::min(u, v) < 1 || std::max(u, v) > num_nodes_) {
    edges_.add_outside(num_lines_);
  } else {
    edges_.add(u - 1, v - 1, num_lines_);
  }
}

void DimacsParser::add_colour(std::string_view node, std::string_view colour) {
  const std::int64_t v = parse_integer(where, "a node number", node, 1, num_nodes_);
  const std::int64_t c =
      parse_integer(where, "a colour", colour, std::numeric_limits<std::int32_t>::min(),
                    std::numeric_limits<std::int32_t>::max());
  coloured_.emplace_back(static_cast<std::int32_t>(v - 1), static_cast<std::int32_t>(c));
}

SimplifiedGraph DimacsParser::finish() const {
  if (num_nodes_ < 0) fail(where, "the line 'p edge N M' is missing");
  if (!options_.simplify && edges_.count() != declared_edges_) {
    fail(where, "the 'p' line declares ", declared_edges_, " edges, the text has ", edges_.count());
  }
  check_declared_nodes(where, num_nodes_, num_bytes_, options_);
  return translate_exceptions(where, [&] {
    Colours colours;
    if (!coloured_.empty()) {
      colours.nodes.assign(num_nodes_, 0);
      for (const auto& [node, colour] : coloured_) colours.nodes[node] = colour;
    }
    return edges_.build(num_nodes_, colours);
  });
}

}  // namespace isotypic
