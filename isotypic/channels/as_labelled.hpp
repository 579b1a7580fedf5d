// decompose_as_labelled: the paper's recipe to the letter, for comparison.
//
// The paper draws a coefficient for every orbital in the order in which the orbitals are found,
// that is, in the order of the node numbers. Its operator is equivariant, but another one for
// every relabelled copy. decompose() numbers the orbitals of the canonical form instead.
#pragma once

#include "isotypic/channels/channels.hpp"

namespace isotypic {

/// Channels whose coefficients follow the node numbers of `graph`, which `symmetry` belongs to.
/// Each set passes the certificate, but copies of one graph get different channels inside a
/// component of multiplicity above one: features of them are NOT invariant under relabelling.
/// Not for a ChannelCache, which knows graphs by their canonical form.
///
/// Throws Error as decompose() does.
[[nodiscard]] Channels decompose_as_labelled(const Graph& graph, Symmetry symmetry,
                                             const ChannelOptions& options = {});

}  // namespace isotypic
