// What the command line says about an error.
#pragma once

#include <string>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {

/// The reason, in one line. Where the library names one of its options, the command line has two
/// dashes before it.
[[nodiscard]] std::string error_text(const Error& error);

/// In one line: LibTorch appends the stack, and has its own words for a failed allocation.
[[nodiscard]] std::string first_line(const std::string& text);

}  // namespace isotypic::cli
