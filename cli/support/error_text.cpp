#include "cli/support/error_text.hpp"

#include <string_view>

namespace isotypic::cli {

std::string first_line(const std::string& text) {
  if (text.find("alloc_cpu") != std::string::npos) return "out of memory";
  return text.substr(0, text.find('\n'));
}

std::string error_text(const Error& error) {
  std::string text = first_line(error.reason());
  constexpr std::string_view named_option = "(simplify leaves ";
  if (const std::size_t at = text.rfind(named_option); at != std::string::npos) {
    text.insert(at + 1, "--");
  }
  return text;
}

}  // namespace isotypic::cli
