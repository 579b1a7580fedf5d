// Graphs of designs: Hadamard matrices, projective planes, Latin squares.
#pragma once

#include <cstdint>
#include <vector>

#include "isotypic/base/random.hpp"
#include "isotypic/graph/graph.hpp"

namespace isotypic::bench {

/// A square of numbers: a Hadamard matrix (1 and -1) or a Latin square (0..n-1).
using Square = std::vector<std::vector<std::int32_t>>;

/// Order p + 1, for a prime p = 3 mod 4.
[[nodiscard]] Square paley_hadamard(std::int64_t p);
/// Order 2^k.
[[nodiscard]] Square sylvester_hadamard(std::int64_t k);
/// Twice the order: a row of H and of a copy of H with columns in another order.
[[nodiscard]] Square double_hadamard(const Square& h);
/// Two nodes for each row and each column; equal signs are joined where the entry is 1, opposite
/// ones where it is -1.
[[nodiscard]] Graph hadamard_graph(const Square& h);

/// Points against lines of the plane over the field of q elements, q prime.
[[nodiscard]] Graph projective_plane(std::int64_t q);
/// The same for Hall's plane of order q^2, q an odd prime: it has far fewer automorphisms.
[[nodiscard]] Graph hall_plane(std::int64_t q);

/// The addition table modulo n.
[[nodiscard]] Square cyclic_square(std::int64_t n);
/// The addition table after many random exchanges of two rows along a cycle.
[[nodiscard]] Square switched_square(std::int64_t n, Random& random);
/// The cells, joined when they share their row, column or entry.
[[nodiscard]] Graph latin_square_graph(const Square& square);

}  // namespace isotypic::bench
