// Decompositions as bytes, and the keys they are stored under.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// Everything a decomposition depends on: version of the construction, engine that made the
/// canonical form, options, canonical form (as its 128-bit hash). One line of text.
[[nodiscard]] std::string cache_key(SymmetryEngine engine, std::int64_t num_nodes,
                                    const Hash128& canonical, const ChannelOptions& options);
[[nodiscard]] std::string cache_key(const Symmetry& symmetry, const ChannelOptions& options);

/// Everything the canonical labelling of this very graph depends on.
[[nodiscard]] std::string labelling_key(const Graph& graph);

/// The bytes of a decomposition; equal decompositions give equal bytes.
[[nodiscard]] std::string serialise(const Decomposition& decomposition);

/// The inverse; nothing when the bytes are not those of a decomposition whose fields agree with
/// each other (consistency.hpp), whoever wrote them.
[[nodiscard]] std::optional<Decomposition> deserialise(std::string_view bytes);

}  // namespace isotypic
