// A search result as bytes, to bring it back from a process of its own. Private to symmetry/.
#pragma once

#include <string>
#include <string_view>

#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {

[[nodiscard]] std::string to_bytes(const SearchResult& result);

/// Reads what `to_bytes` wrote in another process of this program: it is trusted.
[[nodiscard]] SearchResult from_bytes(std::string_view bytes);

}  // namespace isotypic
