// Whether the fields of a decomposition agree with each other. Private to channels/.
#pragma once

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// Whether every field is possible and agrees with every other one. A checksum proves that bytes
/// are as they were written, not that this library wrote them: everybody who indexes by `begin`,
/// `dim` or `component` relies on this check for what comes from a file. Takes time linear in
/// the size of the basis.
[[nodiscard]] bool is_consistent(const Decomposition& decomposition);

/// Whether a consistent decomposition can be that of a graph with `num_nodes` nodes, made with
/// these options.
[[nodiscard]] bool fits(const Decomposition& decomposition, std::int64_t num_nodes,
                        const ChannelOptions& options);

}  // namespace isotypic
