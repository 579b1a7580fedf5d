#include "isotypic/base/file_name.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic {

void check_file_name(const std::string& name) {
  if (name.find('\0') == std::string::npos) return;
  fail("check_file_name", "the file name ", printable(name), " holds a zero byte");
}

}  // namespace isotypic
