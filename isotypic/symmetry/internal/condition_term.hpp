// The parts of a condition on invariants. Private to symmetry/.
#pragma once

#include <gmpxx.h>

#include <memory>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "isotypic/symmetry/invariant_condition.hpp"

namespace isotypic {

/// The value of a part; std::monostate if it is not known.
using ConditionValue = std::variant<std::monostate, bool, mpq_class, std::string>;

/// What a part is, known before any graph is.
enum class ConditionType { Truth, Number, Text };

enum class ConditionOperator {
  Constant,
  Field,
  Not,
  And,
  Or,
  Negate,
  Add,
  Subtract,
  Multiply,
  Divide,
  Remainder,
  Equal,
  NotEqual,
  Less,
  LessEqual,
  Greater,
  GreaterEqual,
};

struct InvariantCondition::Term {
  ConditionOperator operation = ConditionOperator::Constant;
  ConditionType type = ConditionType::Truth;
  ConditionValue constant;
  const InvariantField* field = nullptr;
  std::vector<std::shared_ptr<const Term>> parts;  ///< b of `a < b < c` is in two comparisons
};

/// Throws Error that shows the place of the mistake.
[[nodiscard]] std::shared_ptr<const InvariantCondition::Term> parse_condition(
    std::string_view text);

/// An exact number from decimal text: "12", "0.25", "1e6".
[[nodiscard]] mpq_class exact_rational(const std::string& decimal);

}  // namespace isotypic
