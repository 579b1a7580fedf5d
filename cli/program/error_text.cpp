#include "cli/program/error_text.hpp"

#include <string_view>

#include "isotypic/base/text.hpp"

namespace isotypic::cli {

std::string first_line(const std::string& text) {
  if (text.find("alloc_cpu") != std::string::npos) return "out of memory";
  return printable(text.substr(0, text.find('\n')));
}

std::string error_text(const Error& error) {
  // Foreign texts are never about bad input. A line break in ours is one of a file name.
  const bool ours = error.kind() == ErrorKind::BadInput;
  std::string text = ours ? printable(error.reason()) : first_line(error.reason());
  constexpr std::string_view named_option = "(simplify leaves ";
  if (const std::size_t at = text.rfind(named_option); at != std::string::npos) {
    text.insert(at + 1, "--");
  }
  return text;
}

}  // namespace isotypic::cli
