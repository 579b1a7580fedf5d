// Bytes as text that an HTML page can hold.
#pragma once

#include <string>
#include <string_view>

namespace isotypic::explore {

/// Base 64 with padding (RFC 4648).
[[nodiscard]] std::string base64(std::string_view bytes);

/// zlib's format (RFC 1950), in base 64: what a browser's DecompressionStream("deflate") reads.
[[nodiscard]] std::string deflated(std::string_view bytes);

/// "sha256-...": names a script for a Content-Security-Policy.
[[nodiscard]] std::string policy_hash(std::string_view script);

}  // namespace isotypic::explore
