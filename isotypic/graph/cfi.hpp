// The graphs of Cai, Fuerer and Immerman: pairs that colour refinement of any fixed dimension
// cannot tell apart, given a base graph that is connected enough.
#pragma once

#include <cstdint>
#include <optional>

#include "isotypic/graph/graph.hpp"

namespace isotypic {

/// How the gadgets of a CFI graph look. In each, base node v becomes one middle node (v, S) for
/// every set S of an even number of edges at v, 2^(deg v - 1) of them (one if v is isolated).
enum class CfiVariant {
  /// The original: each end of a base edge e at v adds two nodes a(v,e), b(v,e); (v,S) is joined
  /// to a(v,e) if e is in S, else to b(v,e); e = vw joins a(v,e)-a(w,e) and b(v,e)-b(w,e).
  Full,
  /// The two ends of an edge contracted: each base edge e adds two nodes a(e), b(e) that the
  /// middle nodes of both its ends are joined to.
  Contracted,
  /// Middle nodes only: e = vw joins (v,S) and (w,T) when e is in both of S, T or in neither.
  Compact,
};

struct CfiOptions {
  CfiVariant variant = CfiVariant::Full;
  /// The edge of the base, as an index into its `edges()`, whose connections are crossed. Which
  /// edge of a connected base it is does not matter: the graphs are isomorphic.
  std::optional<std::int64_t> twisted_edge;
};

/// The CFI graph over `base`, uncoloured.
///
/// Throws Error if the base has colours, an edge index does not exist, or the result is too large.
[[nodiscard]] Graph cfi_graph(const Graph& base, const CfiOptions& options = {});

}  // namespace isotypic
