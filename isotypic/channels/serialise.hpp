// Decompositions as bytes, and the keys they are stored under.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// Everything a decomposition depends on: version of the construction, engine that made the
/// canonical form, options, canonical form (as its 128-bit hash). One line of text.
[[nodiscard]] std::string cache_key(const Symmetry& symmetry, const ChannelOptions& options);

/// Whether this build of the library could have written the key.
[[nodiscard]] bool is_current_key(std::string_view key);

/// The bytes of a decomposition; equal decompositions give equal bytes.
[[nodiscard]] std::string serialise(const Decomposition& decomposition);

/// The inverse; nothing when the bytes are not those of a decomposition whose fields agree with
/// each other (consistency.hpp), whoever wrote them.
[[nodiscard]] std::optional<Decomposition> deserialise(std::string_view bytes);

}  // namespace isotypic
