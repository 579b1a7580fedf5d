// SHA-256 (FIPS 180-4), to check files against published sums.
#pragma once

#include <string>
#include <string_view>

namespace isotypic {

/// 64 hexadecimal digits, as `sha256sum` prints them.
[[nodiscard]] std::string sha256(std::string_view bytes);

}  // namespace isotypic
