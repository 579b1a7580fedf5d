// DotParser: the DOT language of Graphviz, line by line.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/io/internal/dot_tokens.hpp"
#include "isotypic/io/internal/named_graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads DOT line by line. What is read: io/dot.hpp.
///
/// A statement is an operand (a node or a subgraph), further operands joined by "--", and lists of
/// attributes. Statements need nothing between them, so a name is understood only with the token
/// after it: "=" makes it an attribute, ":" a node with a port.
class DotParser {
 public:
  static constexpr const char* where = DotTokens::where;

  explicit DotParser(const ParseOptions& options) : options_(options) {}

  /// Counts lines before the first one given, for the line numbers in errors.
  void skip_lines(std::int64_t count) { line_ += count; }
  /// Takes the next line, without its end of line. Throws Error on bad text.
  void add_line(std::string_view line);
  /// The next graph that is complete.
  [[nodiscard]] std::optional<DocumentGraph> take();
  /// Throws Error if the text ends in the middle of something.
  void finish() const;

 private:
  enum class State {
    Outside,         ///< before a graph
    Header,          ///< after "graph", before "{"
    Body,            ///< between the parts of statements
    AfterName,       ///< after a name that may become a node or an attribute
    AttributeValue,  ///< after "name ="
    Port,            ///< after "node :"
    AfterPort,       ///< after "node : name"
    Subgraph,        ///< after "subgraph"
    Attributes,      ///< in "[ ... ]"
    AfterKey,        ///< after a name in "[ ... ]"
    Value,           ///< after "name =" in "[ ... ]"
  };

  using Slots = std::vector<std::int32_t>;

  /// A graph or subgraph that is open, and the statement in it that is being read.
  struct Scope {
    Slots nodes;                  ///< of the statements before
    Slots left;                   ///< the operand before the last "--"
    Slots operand;                ///< the last operand
    bool has_operand = false;     ///< a subgraph may be empty
    bool awaits_operand = false;  ///< after "--"
    bool defaults = false;        ///< the statement is "node", "edge" or "graph" and a list
    std::vector<Edge> edges;      ///< of the statement
    std::optional<std::int32_t> colour;
  };

  void read(const DotToken& token);
  void read_outside(const DotToken& token);
  void read_header(const DotToken& token);
  void read_body(const DotToken& token);
  void read_after_name(const DotToken& token);
  void read_attributes(const DotToken& token);
  [[noreturn]] void refuse(const DotToken& token, std::string_view expected) const;

  void begin_operand();
  void finish_operand(Slots nodes);
  void join_operands();
  void end_statement();
  void open_scope();
  void close_scope();

  ParseOptions options_;
  DotTokens tokens_;
  std::int64_t line_ = 0;
  std::int64_t num_bytes_ = 0;
  State state_ = State::Outside;
  bool strict_ = false;
  std::string name_;  // the name that waits for the token after it
  std::vector<Scope> scopes_;
  std::optional<NamedGraph> graph_;
  std::deque<DocumentGraph> complete_;
};

}  // namespace isotypic
