// What is known about the terminal.
#pragma once

#include <cstdint>

namespace isotypic::cli {

/// Columns of the terminal behind `descriptor`; `otherwise` if it is none.
[[nodiscard]] std::int64_t terminal_width(int descriptor, std::int64_t otherwise);

}  // namespace isotypic::cli
