// The exact order of an automorphism group, from what a search left behind. Private to symmetry/.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "isotypic/symmetry/internal/search.hpp"
#include "isotypic/symmetry/internal/strong_generators.hpp"

namespace isotypic {

/// Integers whose product is |Aut|, from what Traces found.
///
/// Traces reports a floating-point order, exact below 10^10. Above, we follow one path of
/// individualisations v_1, v_2, ...: |Aut| is the product of the orbits of v_i under the
/// stabiliser of v_1..v_{i-1}, and each orbit is at most the cell c_i of the refined partition
/// that holds v_i. If the product of the c_i agrees with the floating-point order, every orbit
/// is its whole cell and the product is exact.
///
/// If it does not agree, the tables of Schreier and Sims give the orbits (orbit_sizes). Where they
/// would be too large, stretches of the path where it does not agree are halved and searched
/// again with the nodes before them individualised; a single step is then the quotient of two
/// orders, an integer of at most n, and rounding recovers it.
[[nodiscard]] std::vector<std::int64_t> order_factors(const SearchProblem& problem,
                                                      const SearchResult& found,
                                                      const WorkLimits& limits,
                                                      double most_entries = max_table_entries);

/// log2 of the order, from the factors if there are any, otherwise from the floating-point order.
[[nodiscard]] double log2_order(const SearchResult& found);

/// The product of the factors (each at least 1), exact, in decimal. A product of d digits takes
/// about as long as a few multiplications of such numbers. Throws Error (Cancelled) when a limit
/// is met.
[[nodiscard]] std::string product_in_decimal(std::span<const std::int64_t> factors,
                                             const WorkLimits& limits = {});

/// The prime factors, ascending, of a number in decimal that has none above `largest`: the order of
/// a group on so many points. Throws Error (Cancelled) when a limit is met.
[[nodiscard]] std::vector<std::int64_t> small_factors(const std::string& decimal,
                                                      std::int64_t largest,
                                                      const WorkLimits& limits = {});

/// An order in decimal as a number; nothing if it has more than 18 digits.
[[nodiscard]] std::optional<std::int64_t> small_order(const std::string& decimal);

}  // namespace isotypic
