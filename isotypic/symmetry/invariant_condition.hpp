// InvariantCondition: a condition on invariants as people write it, "aut_order > 100 and n == 8".
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "isotypic/symmetry/invariants.hpp"

namespace isotypic {

/// Names are those of `invariant_fields()`; a leading "num_" may be left out. There are numbers,
/// true, false and 'text'; + - * / %; == != < <= > >=, also in chains (3 <= n < 8); not, and, or;
/// and parentheses. Numbers are exact, of any size.
class InvariantCondition {
 public:
  struct Term;

  /// Throws Error that shows the place of the mistake: the text, and a mark below it.
  explicit InvariantCondition(std::string_view text);

  /// Whether the condition holds. Nothing if that depends on an invariant that is unset, or on a
  /// quotient by zero: `girth > 3 or n < 5` holds for a tree of four nodes, and is undecided for
  /// larger ones.
  [[nodiscard]] std::optional<bool> holds(const Invariants& invariants) const;

  /// Whether it asks for something that needs the orbits of pairs.
  [[nodiscard]] bool needs_orbitals() const;

 private:
  std::shared_ptr<const Term> term_;
};

}  // namespace isotypic
