// Trees with short paths for a level of a stabiliser chain. Private to group/.
#pragma once

#include <cstdint>
#include <span>

#include "isotypic/group/internal/stabiliser_chain.hpp"

namespace isotypic {

/// Replaces the tree of level i by one with short paths, where that is possible. A rotation of a
/// cycle gives paths of n / 2 rotations; its powers 1, 2, 4, ... give paths of 2 log n steps.
/// `steps` are the steps of the chain that fix the base points before level i.
///
/// Method (Babai, Cooperman, Finkelstein, Seress): with chosen elements g_1..g_k consider the
/// points that products of a subset of the inverses, backwards, and then a subset of the g_i reach.
/// While a generator leads from such a point to another one, their product is g_{k+1}.
void make_shallow(StabiliserChain& chain, std::size_t i, std::span<const std::int32_t> steps);

}  // namespace isotypic
