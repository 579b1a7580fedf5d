// The automorphism group without a canonical form: by the engine that finds it first. Private to
// symmetry/. Why and how: docs/decisions/0010-engines-by-turns.md.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "isotypic/symmetry/internal/search.hpp"

namespace isotypic {

/// What bliss asks when it has used up its allowance of work: how much more it may do. 0: give up.
using NextAllowance = std::function<std::int64_t()>;

/// One run of bliss in the calling thread: generators and order_factors, no canonical order. Work
/// is counted in neighbours that are looked at, so equal allowances give equal results. Nothing
/// when the allowance is used up and `next` grants no more (or is empty). Exceptions of `next`
/// end the search and come out.
/// Throws Error (Cancelled) when a limit is met.
[[nodiscard]] std::optional<SearchResult> run_bliss(const SearchProblem& problem,
                                                    std::int64_t allowance,
                                                    const NextAllowance& next,
                                                    const WorkLimits& limits);

/// The group of a connected graph without twins: generators, exact order_factors, any canonical
/// order. bliss works in this thread, by turns with Traces in a process of its own. Traces begins
/// on large dense graphs, and bliss on all others. Equal graphs give equal generators, whoever
/// wins.
[[nodiscard]] SearchResult race_for_group(const SearchProblem& problem, const WorkLimits& limits);

}  // namespace isotypic
