#include "isotypic/io/internal/edge_list_parser.hpp"

#include <algorithm>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "parse_edge_list";

}  // namespace

EdgeListParser::EdgeListParser(const ParseOptions& options)
    : options_(options), edges_(where, 0, options) {}

void EdgeListParser::add_line(std::string_view line) {
  ++num_lines_;
  num_bytes_ += static_cast<std::int64_t>(line.size()) + 1;
  const auto begin = line.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return;
  if (line[begin] == '#' || line[begin] == '%') {
    add_comment(line.substr(begin));
  } else {
    add_edge(line);
  }
}

void EdgeListParser::add_comment(std::string_view line) {
  // Its size would be read as an edge.
  if (line.starts_with("%%MatrixMarket")) {
    fail(where,
         "this is a MatrixMarket file, which isotypic does not read; in Python, scipy.io.mmread "
         "gives a matrix that isotypic takes");
  }
  Fields fields(line);
  if (fields.next() != "#" || fields.next() != "nodes:") return;
  if (declared_nodes_ >= 0) fail(where, "a second '# nodes: N'");
  declared_nodes_ = parse_integer(where, "a number of nodes", fields.next(), 0, max_nodes);
  if (const auto extra = fields.next(); !extra.empty()) {
    fail(where, "unexpected ", in_quotes(extra), " after '# nodes: N'");
  }
}

void EdgeListParser::add_edge(std::string_view line) {
  Fields fields(line, " \t,");
  const std::int64_t u = parse_integer(where, "a node number", fields.next(), 0, max_nodes - 1);
  const std::int64_t v = parse_integer(where, "a node number", fields.next(), 0, max_nodes - 1);
  const std::string_view colour = fields.next();
  if (edges_.count() > 0 && colour.empty() != colours_.empty()) {
    fail(where, "either every edge has a colour or none; the lines before this one ",
         colours_.empty() ? "have none" : "have one");
  }
  if (!colour.empty()) {
    colours_.push_back(static_cast<std::int32_t>(
        parse_integer(where, "an integer colour", colour, std::numeric_limits<std::int32_t>::min(),
                      std::numeric_limits<std::int32_t>::max())));
  }
  if (const auto extra = fields.next(); !extra.empty()) {
    fail(where, "unexpected ", in_quotes(extra), " at the end of the line");
  }
  edges_.add(u, v, num_lines_);
  smallest_node_ = std::min({smallest_node_, u, v});
  largest_node_ = std::max({largest_node_, u, v});
}

SimplifiedGraph EdgeListParser::finish() const {
  if (declared_nodes_ < 0 && edges_.count() == 0) {
    fail(where, "neither an edge nor a line '# nodes: N'");
  }
  if (declared_nodes_ >= 0 && largest_node_ >= declared_nodes_ && !options_.simplify) {
    fail(where, "node ", largest_node_, " is outside the ", declared_nodes_, " declared nodes");
  }
  const std::int64_t num_nodes = declared_nodes_ >= 0 ? declared_nodes_ : largest_node_ + 1;
  check_declared_nodes(where, num_nodes, num_bytes_, options_);
  return translate_exceptions(where, [&] { return edges_.build(num_nodes, {.edges = colours_}); });
}

}  // namespace isotypic
