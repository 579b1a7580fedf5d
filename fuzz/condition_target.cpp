#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/symmetry/invariant_condition.hpp"

namespace isotypic::fuzz {

void fuzz_condition(std::string_view bytes) {
  static const Invariants invariants = compute_invariants(path_graph(4));
  const auto condition = accepted([&] { return InvariantCondition(bytes); });
  if (!condition) return;
  const auto opposite =
      accepted([&] { return InvariantCondition("not (" + std::string(bytes) + ")"); });
  if (!opposite) return;  // nested too deep, or too long
  const std::optional<bool> holds = condition->holds(invariants);
  const std::optional<bool> fails = opposite->holds(invariants);
  require(holds.has_value() == fails.has_value(), "a condition is decided, its opposite is not");
  require(!holds || *holds != *fails, "a condition and its opposite agree");
}

}  // namespace isotypic::fuzz
