// GmlParser: GML, line by line.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "isotypic/io/internal/named_graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads GML line by line. What is read: io/gml.hpp.
class GmlParser {
 public:
  static constexpr const char* where = "parse_gml";

  explicit GmlParser(const ParseOptions& options) : options_(options) {}

  /// Counts lines before the first one given, for the line numbers in errors.
  void skip_lines(std::int64_t count) { line_ += count; }
  /// Takes the next line, without its end of line. Throws Error on bad text.
  void add_line(std::string_view line);
  /// The next graph that is complete.
  [[nodiscard]] std::optional<DocumentGraph> take();
  /// Throws Error if the text ends in the middle of something.
  void finish() const;

 private:
  /// What a list "[ ... ]" that is open describes.
  enum class List { Graph, Node, Edge, Other };

  /// The attributes of a node or an edge that count.
  struct Item {
    std::optional<std::string> id;
    std::optional<std::string> source;
    std::optional<std::string> target;
    std::optional<std::int32_t> colour;
    std::int64_t line = 0;
  };

  void read_word(std::string_view word);
  void read_string(std::string_view& rest);
  void open_list();
  void close_list();
  void set_value(std::string_view value, bool is_string);

  ParseOptions options_;
  std::int64_t line_ = 0;
  std::vector<List> open_;
  std::optional<std::string> key_;  // whose value comes next
  bool in_string_ = false;
  std::string string_;
  std::optional<NamedGraph> graph_;
  Item item_;
  std::deque<DocumentGraph> complete_;
};

}  // namespace isotypic
