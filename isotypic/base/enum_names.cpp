#include "isotypic/base/enum_names.hpp"

#include <algorithm>
#include <cctype>

namespace isotypic {

std::string listed(const std::vector<std::string>& names) {
  std::string list;
  for (const std::string& name : names) list += (list.empty() ? "" : ", ") + name;
  return list;
}

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  const auto lower = [](char letter) {
    return static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  };
  return std::ranges::equal(a, b, {}, lower, lower);
}

}  // namespace isotypic
