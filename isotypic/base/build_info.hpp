// What this library was built from, for records and journals.
#pragma once

#include <string>

namespace isotypic {

[[nodiscard]] std::string build_version();   ///< such as "0.1.0"
[[nodiscard]] std::string build_commit();    ///< such as "e6af74e" or "e6af74e-dirty"; may be empty
[[nodiscard]] std::string build_compiler();  ///< such as "GNU 12.2.0, Release"

}  // namespace isotypic
