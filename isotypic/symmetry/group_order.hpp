// The exact order of an automorphism group, from what a search left behind. Private to symmetry/.
#pragma once

#include <string>

#include "isotypic/symmetry/search.hpp"

namespace isotypic {

/// |Aut| in decimal.
///
/// Dense nauty reports the index of every stabiliser in the one before: the order is their
/// product. Traces reports only a floating-point order. There we follow one path of
/// individualisations v_1, v_2, ...: |Aut| is the product of the orbits of v_i under the
/// stabiliser of v_1..v_{i-1}, and each orbit is at most the cell c_i of the refined partition
/// that holds v_i. If the product of the c_i agrees with the floating-point order, every orbit
/// is its whole cell and the product is exact. Stretches of the path where it does not agree
/// are halved and searched again with the nodes before them individualised; a single step is
/// then the quotient of two orders, an integer of at most n, and rounding recovers it.
[[nodiscard]] std::string group_order(
    SymmetryEngine engine, const SearchProblem& problem, const SearchResult& found,
    const std::optional<std::chrono::steady_clock::time_point>& deadline,
    const std::stop_token& stop);

}  // namespace isotypic
