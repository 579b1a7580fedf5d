#include "isotypic/io/internal/gml_parser.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

constexpr std::string_view blanks = " \t\r\f\v";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

/// Node ids are integers; "7", "+7" and "007" are the same.
std::string node_id(std::string_view text) {
  if (text.starts_with('+')) text.remove_prefix(1);
  return std::to_string(parse_integer(GmlParser::where, "an integer node id", text,
                                      std::numeric_limits<std::int64_t>::min(),
                                      std::numeric_limits<std::int64_t>::max()));
}

}  // namespace

void GmlParser::add_line(std::string_view line) {
  ++line_;
  std::string_view rest = line;
  while (true) {
    if (in_string_) {
      read_string(rest);
      if (in_string_) return;
    }
    const auto begin = rest.find_first_not_of(blanks);
    if (begin == std::string_view::npos || rest[begin] == '#') return;
    rest.remove_prefix(begin);
    if (rest.front() == '[' || rest.front() == ']') {
      rest.front() == '[' ? open_list() : close_list();
      rest.remove_prefix(1);
    } else if (rest.front() == '"') {
      if (!key_) fail(where, "expected a key, got a string");
      in_string_ = true;
      rest.remove_prefix(1);
    } else {
      const std::string_view word = rest.substr(0, rest.find_first_of(" \t\r\f\v[]\"#"));
      if (word.empty()) fail(where, "unexpected ", in_quotes(rest.substr(0, 1)));
      read_word(word);
      rest.remove_prefix(word.size());
    }
  }
}

std::optional<DocumentGraph> GmlParser::take() {
  if (complete_.empty()) return std::nullopt;
  DocumentGraph graph = std::move(complete_.front());
  complete_.pop_front();
  return graph;
}

void GmlParser::finish() const {
  if (in_string_) fail(where, "the text ends inside a string: a '\"' is missing");
  if (!open_.empty()) fail(where, "the text ends inside a list: a ']' is missing");
  if (key_) fail(where, "the key ", in_quotes(*key_), " has no value");
}

void GmlParser::read_string(std::string_view& rest) {
  const auto end = rest.find('"');
  string_ += rest.substr(0, end);
  if (end == std::string_view::npos) {
    string_ += '\n';
    rest = {};
    return;
  }
  rest.remove_prefix(end + 1);
  in_string_ = false;
  set_value(std::exchange(string_, {}), true);
}

void GmlParser::read_word(std::string_view word) {
  if (key_) {
    set_value(word, false);
  } else if (is_letter(word.front())) {
    key_ = word;
  } else {
    fail(where, "expected a key, got ", in_quotes(word));
  }
}

void GmlParser::open_list() {
  if (!key_) fail(where, "expected a key before '['");
  const std::string key = *std::exchange(key_, std::nullopt);
  const bool in_graph = open_.size() == 1 && open_.back() == List::Graph;
  if (open_.empty() && key == "graph") {
    open_.push_back(List::Graph);
    graph_.emplace(where, options_, line_);
  } else if (in_graph && (key == "node" || key == "edge")) {
    open_.push_back(key == "node" ? List::Node : List::Edge);
    item_ = Item{.line = line_};
  } else {
    open_.push_back(List::Other);
  }
}

void GmlParser::close_list() {
  if (open_.empty()) fail(where, "a ']' without a '['");
  if (key_) fail(where, "the key ", in_quotes(*key_), " has no value");
  const List list = open_.back();
  open_.pop_back();
  if (list == List::Graph) {
    complete_.push_back(graph_->build());
    graph_.reset();
  } else if (list == List::Node) {
    if (!item_.id) fail(where, "a node has no id");
    const std::int32_t slot = graph_->slot_of(*item_.id);
    graph_->declare(slot);
    if (item_.colour) graph_->colour_node(slot, *item_.colour);
  } else if (list == List::Edge) {
    if (!item_.source || !item_.target) fail(where, "an edge needs a source and a target");
    graph_->add_edge({graph_->slot_of(*item_.source), graph_->slot_of(*item_.target)}, item_.line,
                     item_.colour);
  }
}

void GmlParser::set_value(std::string_view value, bool is_string) {
  const std::string key = *std::exchange(key_, std::nullopt);
  if (open_.empty() && key == "graph") {
    fail(where, "expected '[' after graph, got ", in_quotes(value),
         value.starts_with('{') ? "; a DOT file begins with 'graph {' on one line" : "");
  }
  if (open_.empty()) return;
  if (open_.back() == List::Graph && key == "directed" && value != "0") {
    fail(where,
         "the graph is directed; graphs here are undirected (write 'directed 0' if the "
         "directions do not matter)");
  }
  if (open_.back() != List::Node && open_.back() != List::Edge) return;
  const bool counts = key == "id" || key == "source" || key == "target" || key == "colour";
  if (!counts) return;
  if (is_string) fail(where, "the ", key, " must be an integer, not a string");
  const bool again = (key == "colour" && item_.colour) || (key == "id" && item_.id) ||
                     (key == "source" && item_.source) || (key == "target" && item_.target);
  if (again) fail(where, "a second ", key, " of the same node or edge");
  if (key == "colour") item_.colour = parse_colour(where, value);
  if (key == "id") item_.id = node_id(value);
  if (key == "source") item_.source = node_id(value);
  if (key == "target") item_.target = node_id(value);
}

}  // namespace isotypic
