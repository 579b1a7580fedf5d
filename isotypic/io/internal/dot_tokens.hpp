// DotTokens: the words and signs of a DOT text.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace isotypic {

struct DotToken {
  enum class Kind {
    Name,    ///< a node, an attribute or a value
    Word,    ///< a keyword, in small letters
    Symbol,  ///< { } [ ] ; , = : -- ->
  };
  Kind kind = Kind::Symbol;
  std::string text;

  [[nodiscard]] bool is(Kind wanted, std::string_view content) const {
    return kind == wanted && text == content;
  }
  [[nodiscard]] bool is_symbol(std::string_view content) const { return is(Kind::Symbol, content); }
};

/// Splits lines into tokens; comments, strings and HTML may go on over several lines.
class DotTokens {
 public:
  static constexpr const char* where = "parse_dot";

  /// Calls `visit` for every token that ends on this line.
  void add_line(std::string_view line, const std::function<void(const DotToken&)>& visit);
  /// Throws Error if the text ends inside a string or a comment.
  void finish() const;

 private:
  enum class Inside { Nothing, Comment, String, Html };

  /// Goes on with what began on an earlier line, or earlier on this one.
  void go_on(std::string_view& rest, const std::function<void(const DotToken&)>& visit);
  void read_string(std::string_view& rest, const std::function<void(const DotToken&)>& visit);
  void read_html(std::string_view& rest, const std::function<void(const DotToken&)>& visit);
  void begin(std::string_view& rest, const std::function<void(const DotToken&)>& visit);

  Inside inside_ = Inside::Nothing;
  std::string text_;
  int html_depth_ = 0;
};

}  // namespace isotypic
