// What `isotypic compare` says first: whether two graphs are isomorphic, and if not, why not.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/options/ladder_options.hpp"
#include "isotypic/ladder/compare.hpp"
#include "isotypic/symmetry/invariants.hpp"

namespace isotypic::cli {

/// An invariant of the list that the graphs do not share.
struct DifferentInvariant {
  std::string name;
  Json a;  ///< null if it is unset
  Json b;
};

struct Verdict {
  RungComparison rungs;
  std::optional<Permutation> mapping;         ///< node v of a goes to mapping[v] of b
  std::vector<DifferentInvariant> differing;  ///< none if the graphs are isomorphic
};

/// Isomorphic means: with the colours that `symmetry` respects.
[[nodiscard]] Verdict judge(const Graph& a, const Graph& b, const SymmetryOptions& symmetry,
                            const LadderChoice& ladder);

/// Lines of at most `width` columns.
[[nodiscard]] std::string to_text(const Verdict& verdict, bool with_mapping, std::int64_t width);

/// Adds the fields that docs/reference/command-line.md lists.
void add_verdict(Json& json, const Verdict& verdict, bool with_mapping);

}  // namespace isotypic::cli
