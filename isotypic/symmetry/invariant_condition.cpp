#include "isotypic/symmetry/invariant_condition.hpp"

#include <algorithm>
#include <utility>

#include "isotypic/base/text.hpp"
#include "isotypic/symmetry/internal/condition_term.hpp"

namespace isotypic {
namespace {

using Term = InvariantCondition::Term;
using Value = ConditionValue;
using Operator = ConditionOperator;

const Value unknown = std::monostate{};

bool is_unknown(const Value& value) { return std::holds_alternative<std::monostate>(value); }

Value field_value(const InvariantField& field, const Invariants& invariants) {
  const Json json = field.get(invariants);
  if (json.is_null()) return unknown;
  switch (field.kind) {
    case InvariantKind::Integer:
      return mpq_class(std::to_string(json.get<std::int64_t>()));
    case InvariantKind::BigInteger:
      return mpq_class(json.get<std::string>());
    case InvariantKind::Real:
      // As it is written, so that `mean_degree == 2.4` means what it says.
      return exact_rational(exact_number(json.get<double>()));
    case InvariantKind::Truth:
      return json.get<bool>();
    case InvariantKind::Text:
      return json.get<std::string>();
  }
  return unknown;
}

/// a - floor(a / b) * b, as in Python.
mpq_class remainder(const mpq_class& a, const mpq_class& b) {
  const mpq_class quotient = a / b;
  mpz_class whole;
  mpz_fdiv_q(whole.get_mpz_t(), quotient.get_num_mpz_t(), quotient.get_den_mpz_t());
  return a - mpq_class(whole) * b;
}

Value calculate(Operator operation, const mpq_class& a, const mpq_class& b) {
  switch (operation) {
    case Operator::Add:
      return mpq_class(a + b);
    case Operator::Subtract:
      return mpq_class(a - b);
    case Operator::Multiply:
      return mpq_class(a * b);
    case Operator::Divide:
      return b == 0 ? unknown : Value(mpq_class(a / b));
    case Operator::Remainder:
      return b == 0 ? unknown : Value(remainder(a, b));
    default:
      return unknown;
  }
}

template <typename Operand>
bool compare(Operator operation, const Operand& a, const Operand& b) {
  switch (operation) {
    case Operator::Equal:
      return a == b;
    case Operator::NotEqual:
      return a != b;
    case Operator::Less:
      return a < b;
    case Operator::LessEqual:
      return a <= b;
    case Operator::Greater:
      return a > b;
    default:
      return a >= b;
  }
}

Value evaluate(const Term& term, const Invariants& invariants);

/// `decisive` is the value of one part that decides the whole: false for and, true for or.
Value evaluate_all(const Term& term, const Invariants& invariants, bool decisive) {
  bool undecided = false;
  for (const auto& part : term.parts) {
    const Value value = evaluate(*part, invariants);
    if (is_unknown(value)) {
      undecided = true;
    } else if (std::get<bool>(value) == decisive) {
      return decisive;
    }
  }
  return undecided ? unknown : Value(!decisive);
}

Value evaluate(const Term& term, const Invariants& invariants) {
  switch (term.operation) {
    case Operator::Constant:
      return term.constant;
    case Operator::Field:
      return field_value(*term.field, invariants);
    case Operator::And:
      return evaluate_all(term, invariants, false);
    case Operator::Or:
      return evaluate_all(term, invariants, true);
    default:
      break;
  }
  const Value a = evaluate(*term.parts[0], invariants);
  if (is_unknown(a)) return unknown;
  if (term.operation == Operator::Not) return !std::get<bool>(a);
  if (term.operation == Operator::Negate) return mpq_class(-std::get<mpq_class>(a));
  const Value b = evaluate(*term.parts[1], invariants);
  if (is_unknown(b)) return unknown;
  if (term.type == ConditionType::Number) {
    return calculate(term.operation, std::get<mpq_class>(a), std::get<mpq_class>(b));
  }
  if (const auto* number = std::get_if<mpq_class>(&a)) {
    return compare(term.operation, *number, std::get<mpq_class>(b));
  }
  if (const auto* text = std::get_if<std::string>(&a)) {
    return compare(term.operation, *text, std::get<std::string>(b));
  }
  return compare(term.operation, std::get<bool>(a), std::get<bool>(b));
}

bool uses(const Term& term, std::string_view name) {
  return (term.field != nullptr && term.field->name == name) ||
         std::any_of(term.parts.begin(), term.parts.end(),
                     [&](const auto& part) { return uses(*part, name); });
}

}  // namespace

InvariantCondition::InvariantCondition(std::string_view text) : term_(parse_condition(text)) {}

std::optional<bool> InvariantCondition::holds(const Invariants& invariants) const {
  const Value value = evaluate(*term_, invariants);
  if (is_unknown(value)) return std::nullopt;
  return std::get<bool>(value);
}

bool InvariantCondition::needs_orbitals() const {
  return uses(*term_, "num_orbitals") || uses(*term_, "wl2_finds_orbitals");
}

}  // namespace isotypic
