#include "isotypic/io/internal/dot_tokens.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool is_name_byte(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_' || c == '.' ||
         static_cast<unsigned char>(c) >= 0x80;
}

DotToken word_or_name(std::string_view text) {
  constexpr std::array<std::string_view, 6> keywords = {"node",    "edge",     "graph",
                                                        "digraph", "subgraph", "strict"};
  std::string small(text);
  for (char& c : small) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  if (std::find(keywords.begin(), keywords.end(), small) != keywords.end()) {
    return {DotToken::Kind::Word, small};
  }
  return {DotToken::Kind::Name, std::string(text)};
}

}  // namespace

void DotTokens::add_line(std::string_view line, const std::function<void(const DotToken&)>& visit) {
  // A line that begins with '#' comes from a preprocessor.
  if (inside_ == Inside::Nothing && line.starts_with('#')) return;
  std::string_view rest = line;
  while (true) {
    if (inside_ != Inside::Nothing) go_on(rest, visit);
    if (inside_ != Inside::Nothing) return;
    const auto start = rest.find_first_not_of(" \t\r\f\v");
    if (start == std::string_view::npos) return;
    rest.remove_prefix(start);
    if (rest.starts_with("//")) return;
    begin(rest, visit);
  }
}

void DotTokens::finish() const {
  switch (inside_) {
    case Inside::Nothing:
      return;
    case Inside::Comment:
      fail(where, "the text ends inside a comment: a '*/' is missing");
    case Inside::String:
      fail(where, "the text ends inside a string: a '\"' is missing");
    case Inside::Html:
      fail(where, "the text ends inside an HTML string: a '>' is missing");
  }
}

void DotTokens::begin(std::string_view& rest, const std::function<void(const DotToken&)>& visit) {
  const auto open = [&](Inside inside, std::size_t length) {
    inside_ = inside;
    rest.remove_prefix(length);
  };
  if (rest.starts_with("/*")) return open(Inside::Comment, 2);
  if (rest.starts_with('"')) return open(Inside::String, 1);
  if (rest.starts_with('<')) {
    html_depth_ = 1;
    return open(Inside::Html, 1);
  }
  std::size_t length = 1;
  if (rest.starts_with("--") || rest.starts_with("->")) {
    visit({DotToken::Kind::Symbol, std::string(rest.substr(0, length = 2))});
  } else if (std::string_view("{}[];,=:").find(rest.front()) != std::string_view::npos) {
    visit({DotToken::Kind::Symbol, std::string(rest.substr(0, 1))});
  } else {
    const bool negative =
        rest.size() > 1 && rest[0] == '-' && (is_digit(rest[1]) || rest[1] == '.');
    const auto end = std::find_if_not(rest.begin() + (negative ? 1 : 0), rest.end(), is_name_byte);
    length = static_cast<std::size_t>(end - rest.begin());
    if (length == 0) fail(where, "unexpected ", in_quotes(rest.substr(0, 1)));
    visit(word_or_name(rest.substr(0, length)));
  }
  rest.remove_prefix(length);
}

void DotTokens::go_on(std::string_view& rest, const std::function<void(const DotToken&)>& visit) {
  if (inside_ == Inside::String) return read_string(rest, visit);
  if (inside_ == Inside::Html) return read_html(rest, visit);
  const auto end = rest.find("*/");
  if (end == std::string_view::npos) return;
  rest.remove_prefix(end + 2);
  inside_ = Inside::Nothing;
}

void DotTokens::read_string(std::string_view& rest,
                            const std::function<void(const DotToken&)>& visit) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    if (rest[i] == '"') {
      rest.remove_prefix(i + 1);
      inside_ = Inside::Nothing;
      visit({DotToken::Kind::Name, std::exchange(text_, {})});
      return;
    }
    const bool escape = rest[i] == '\\';
    if (escape && i + 1 == rest.size()) return;  // the string goes on on the next line
    if (escape && rest[i + 1] == '"') ++i;
    text_ += rest[i];
    if (escape && rest[i] == '\\') text_ += rest[++i];
  }
  text_ += '\n';
}

void DotTokens::read_html(std::string_view& rest,
                          const std::function<void(const DotToken&)>& visit) {
  for (std::size_t i = 0; i < rest.size(); ++i) {
    html_depth_ += rest[i] == '<' ? 1 : 0;
    html_depth_ -= rest[i] == '>' ? 1 : 0;
    if (html_depth_ == 0) {
      rest.remove_prefix(i + 1);
      inside_ = Inside::Nothing;
      visit({DotToken::Kind::Name, '<' + std::exchange(text_, {}) + '>'});
      return;
    }
    text_ += rest[i];
  }
  text_ += '\n';
}

}  // namespace isotypic
