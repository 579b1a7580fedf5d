#include "isotypic/io/internal/dot_parser.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

using Kind = DotToken::Kind;

constexpr std::size_t max_depth = 1000;

/// Appends the shorter list to the longer one: nested subgraphs must not take quadratic time.
void append(std::vector<std::int32_t>& to, std::vector<std::int32_t>&& from) {
  if (to.size() < from.size()) std::swap(to, from);
  to.insert(to.end(), from.begin(), from.end());
  from.clear();
}

std::vector<std::int32_t> distinct(std::vector<std::int32_t> nodes) {
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

}  // namespace

void DotParser::add_line(std::string_view line) {
  ++line_;
  num_bytes_ += static_cast<std::int64_t>(line.size()) + 1;
  tokens_.add_line(line, [this](const DotToken& token) { read(token); });
}

std::optional<DocumentGraph> DotParser::take() {
  if (complete_.empty()) return std::nullopt;
  DocumentGraph graph = std::move(complete_.front());
  complete_.pop_front();
  return graph;
}

void DotParser::finish() const {
  tokens_.finish();
  if (state_ != State::Outside || strict_) fail(where, "the text ends inside a graph");
}

void DotParser::refuse(const DotToken& token, std::string_view expected) const {
  fail(where, "expected ", expected, ", got ", in_quotes(token.text));
}

void DotParser::read(const DotToken& token) {
  switch (state_) {
    case State::Outside:
      return read_outside(token);
    case State::Header:
      return read_header(token);
    case State::Body:
      return read_body(token);
    case State::AfterName:
      return read_after_name(token);
    case State::AttributeValue:
    case State::Port:
      if (token.kind != Kind::Name) refuse(token, "a name");
      state_ = state_ == State::Port ? State::AfterPort : State::Body;
      return;
    case State::AfterPort:
      if (token.is_symbol(":")) {
        state_ = State::Port;
        return;
      }
      state_ = State::Body;
      return read_body(token);
    case State::Subgraph:
      if (token.is_symbol("{")) return open_scope();
      if (token.kind != Kind::Name || !name_.empty()) refuse(token, "'{'");
      name_ = token.text;
      return;
    case State::Attributes:
    case State::AfterKey:
    case State::Value:
      return read_attributes(token);
  }
}

void DotParser::read_outside(const DotToken& token) {
  if (token.is(Kind::Word, "digraph")) {
    fail(where,
         "the graph is directed; graphs here are undirected (write 'graph' and '--' if the "
         "directions do not matter)");
  }
  if (token.is(Kind::Word, "strict") && !strict_) {
    strict_ = true;
  } else if (token.is(Kind::Word, "graph")) {
    graph_.emplace(where, options_, line_);
    if (std::exchange(strict_, false)) graph_->merge_repeated_edges();
    name_.clear();
    state_ = State::Header;
  } else {
    refuse(token, "'graph'");
  }
}

void DotParser::read_header(const DotToken& token) {
  if (token.is_symbol("{")) return open_scope();
  if (token.kind != Kind::Name || !name_.empty()) refuse(token, "'{'");
  name_ = token.text;
}

void DotParser::read_body(const DotToken& token) {
  Scope& scope = scopes_.back();
  if (token.kind == Kind::Name) {
    begin_operand();
    name_ = token.text;
    state_ = State::AfterName;
  } else if (token.is(Kind::Word, "subgraph")) {
    begin_operand();
    name_.clear();
    state_ = State::Subgraph;
  } else if (token.is_symbol("{")) {
    begin_operand();
    open_scope();
  } else if (token.is_symbol("}")) {
    close_scope();
  } else if (token.is_symbol(";")) {
    end_statement();
  } else if (token.is_symbol("--") && scope.has_operand) {
    scope.has_operand = false;
    scope.awaits_operand = true;
    append(scope.nodes, std::move(scope.left));
    scope.left = std::exchange(scope.operand, {});
  } else if (token.is_symbol("->")) {
    fail(where, "'->' is a directed edge; graphs here are undirected (write '--')");
  } else if (token.is_symbol("[") && (scope.has_operand || scope.defaults)) {
    state_ = State::Attributes;
  } else if (token.is(Kind::Word, "node") || token.is(Kind::Word, "edge") ||
             token.is(Kind::Word, "graph")) {
    end_statement();
    scopes_.back().defaults = true;
  } else {
    refuse(token, scope.awaits_operand ? "a node or a subgraph" : "a statement or '}'");
  }
}

void DotParser::read_after_name(const DotToken& token) {
  const bool starts_statement = !scopes_.back().awaits_operand;
  if (token.is_symbol("=") && starts_statement) {
    state_ = State::AttributeValue;
    return;
  }
  const std::int32_t slot = graph_->slot_of(name_);
  if (!graph_->is_declared(slot)) graph_->declare(slot);
  finish_operand({slot});
  state_ = token.is_symbol(":") ? State::Port : State::Body;
  if (state_ == State::Body) read_body(token);
}

void DotParser::read_attributes(const DotToken& token) {
  Scope& scope = scopes_.back();
  if (state_ == State::AfterKey) {
    if (!token.is_symbol("=")) refuse(token, "'='");
    state_ = State::Value;
  } else if (state_ == State::Value) {
    if (token.kind == Kind::Symbol) refuse(token, "a value");
    state_ = State::Attributes;
    if (name_ != "colour") return;
    if (scope.defaults) {
      fail(where, "colours as defaults are not supported; give each node or edge its own");
    }
    scope.colour = parse_colour(where, token.text);
  } else if (token.is_symbol("]")) {
    state_ = State::Body;
  } else if (token.kind == Kind::Name) {
    name_ = token.text;
    state_ = State::AfterKey;
  } else if (!token.is_symbol(",") && !token.is_symbol(";")) {
    refuse(token, "an attribute or ']'");
  }
}

void DotParser::begin_operand() {
  if (!scopes_.back().awaits_operand) end_statement();
}

void DotParser::finish_operand(Slots nodes) {
  Scope& scope = scopes_.back();
  scope.operand = std::move(nodes);
  scope.has_operand = true;
  if (std::exchange(scope.awaits_operand, false)) join_operands();
}

void DotParser::join_operands() {
  Scope& scope = scopes_.back();
  scope.left = distinct(std::move(scope.left));
  scope.operand = distinct(std::move(scope.operand));
  // Two subgraphs of k nodes have k^2 edges between them: a short text must not fill the memory.
  const auto count =
      static_cast<double>(scope.left.size()) * static_cast<double>(scope.operand.size()) +
      static_cast<double>(scope.edges.size()) + static_cast<double>(graph_->num_edges());
  if (count > static_cast<double>(num_bytes_ + options_.max_unbacked_nodes)) {
    fail(where, "the subgraphs have too many edges between them for a text of ", num_bytes_,
         " bytes; list the edges one by one");
  }
  for (const std::int32_t u : scope.left) {
    for (const std::int32_t v : scope.operand) scope.edges.push_back({u, v});
  }
}

void DotParser::end_statement() {
  Scope& scope = scopes_.back();
  if (scope.awaits_operand) fail(where, "expected a node or a subgraph after '--'");
  for (const Edge& edge : scope.edges) graph_->add_edge(edge, line_, scope.colour);
  if (scope.edges.empty() && scope.colour) {
    for (const std::int32_t slot : scope.operand) graph_->colour_node(slot, *scope.colour);
  }
  append(scope.nodes, std::move(scope.left));
  append(scope.nodes, std::move(scope.operand));
  scope.edges.clear();
  scope.colour.reset();
  scope.has_operand = false;
  scope.defaults = false;
}

void DotParser::open_scope() {
  if (scopes_.size() == max_depth) fail(where, "more than ", max_depth, " nested subgraphs");
  scopes_.emplace_back();
  state_ = State::Body;
}

void DotParser::close_scope() {
  end_statement();
  Slots nodes = std::move(scopes_.back().nodes);
  scopes_.pop_back();
  if (!scopes_.empty()) return finish_operand(std::move(nodes));
  complete_.push_back(graph_->build());
  graph_.reset();
  state_ = State::Outside;
}

}  // namespace isotypic
