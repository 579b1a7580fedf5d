// GraphMlParser: GraphML, line by line, on expat.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "isotypic/io/internal/named_graph.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {

/// Reads GraphML line by line. What is read: io/graphml.hpp.
class GraphMlParser {
 public:
  static constexpr const char* where = "parse_graphml";

  explicit GraphMlParser(const ParseOptions& options);
  GraphMlParser(GraphMlParser&&) noexcept;
  GraphMlParser& operator=(GraphMlParser&&) noexcept;
  ~GraphMlParser();

  /// Counts lines before the first one given, for the line numbers in errors.
  void skip_lines(std::int64_t count);
  /// Takes the next line, without its end of line. Throws Error on bad text.
  void add_line(std::string_view line);
  /// The next graph that is complete.
  [[nodiscard]] std::optional<DocumentGraph> take();
  /// Throws Error if the text ends in the middle of something.
  void finish();

 private:
  class Document;

  std::unique_ptr<Document> document_;
};

}  // namespace isotypic
