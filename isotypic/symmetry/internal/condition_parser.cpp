// Reads conditions on invariants.

#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/symmetry/internal/condition_term.hpp"
#include "isotypic/symmetry/internal/condition_text.hpp"

namespace isotypic {
namespace {

using Term = InvariantCondition::Term;
using TermPointer = std::shared_ptr<const Term>;
using Operator = ConditionOperator;
using Type = ConditionType;

Type type_of(InvariantKind kind) {
  if (kind == InvariantKind::Truth) return Type::Truth;
  return kind == InvariantKind::Text ? Type::Text : Type::Number;
}

const char* type_name(Type type) {
  if (type == Type::Truth) return "true or false";
  return type == Type::Text ? "a text" : "a number";
}

/// A part and where it begins in the text.
struct Part {
  TermPointer term;
  std::size_t begin = 0;

  [[nodiscard]] Type type() const { return term->type; }
};

Part make(Operator operation, Type type, std::size_t begin, std::vector<TermPointer> parts) {
  return {std::make_shared<const Term>(
              Term{.operation = operation, .type = type, .parts = std::move(parts)}),
          begin};
}

Part constant(ConditionValue value, Type type, std::size_t begin) {
  return {std::make_shared<const Term>(Term{.type = type, .constant = std::move(value)}), begin};
}

/// From the weakest operators to the strongest: or, and, not, comparisons, sums, products, signs.
class ConditionParser {
 public:
  explicit ConditionParser(std::string_view text) : text_(text) {}

  TermPointer parse() {
    if (text_.at_end()) text_.stop("the condition is empty", text_.place());
    // A longer one could exhaust the stack when it is evaluated.
    constexpr std::size_t max_length = 10'000;
    if (text_.length() > max_length) {
      fail("condition", "the condition has more than ", max_length, " characters");
    }
    Part whole = read_or();
    if (!text_.at_end()) text_.stop_here("an operator such as 'and' or '=='");
    expect_type(whole, Type::Truth, "a condition");
    return std::move(whole.term);
  }

 private:
  /// Counts how deep parentheses, signs and negations are nested: the stack is not endless.
  class Depth {
   public:
    explicit Depth(ConditionParser& parser) : parser_(parser) {
      constexpr int max_depth = 200;
      if (++parser_.depth_ > max_depth) {
        parser_.text_.stop("more than " + std::to_string(max_depth) + " nested parts",
                           parser_.text_.place());
      }
    }
    Depth(const Depth&) = delete;
    Depth& operator=(const Depth&) = delete;
    ~Depth() { --parser_.depth_; }

   private:
    ConditionParser& parser_;
  };

  void expect_type(const Part& part, Type wanted, const std::string& what) const {
    if (part.type() == wanted) return;
    text_.stop(
        "expected " + what + ": this is " + type_name(part.type()) + ", not " + type_name(wanted),
        part.begin);
  }

  Part read_or() {
    Part left = read_and();
    while (text_.take_word("or")) left = join_conditions(Operator::Or, "or", left, read_and());
    return left;
  }

  Part read_and() {
    Part left = read_not();
    while (text_.take_word("and")) left = join_conditions(Operator::And, "and", left, read_not());
    return left;
  }

  Part join_conditions(Operator operation, const std::string& name, const Part& left,
                       const Part& right) const {
    expect_type(left, Type::Truth, "a condition before '" + name + "'");
    expect_type(right, Type::Truth, "a condition after '" + name + "'");
    return make(operation, Type::Truth, left.begin, {left.term, right.term});
  }

  Part read_not() {
    const std::size_t begin = text_.place();
    if (!text_.take_word("not")) return read_comparison();
    const Depth depth(*this);
    const Part operand = read_not();
    expect_type(operand, Type::Truth, "a condition after 'not'");
    return make(Operator::Not, Type::Truth, begin, {operand.term});
  }

  std::optional<Operator> take_comparison() {
    constexpr std::array<std::pair<std::string_view, Operator>, 6> signs = {
        {{"==", Operator::Equal},
         {"!=", Operator::NotEqual},
         {"<=", Operator::LessEqual},
         {">=", Operator::GreaterEqual},
         {"<", Operator::Less},
         {">", Operator::Greater}}};
    for (const auto& [sign, operation] : signs) {
      if (text_.take_sign(sign)) return operation;
    }
    return std::nullopt;
  }

  /// `a < b < c` means `a < b and b < c`.
  Part read_comparison() {
    Part left = read_sum();
    const std::size_t begin = left.begin;
    std::vector<TermPointer> all;
    for (std::size_t place = text_.place(); const auto operation = take_comparison();
         place = text_.place()) {
      Part right = read_sum();
      check_comparable(*operation, left, right, place);
      all.push_back(make(*operation, Type::Truth, begin, {left.term, right.term}).term);
      left = std::move(right);
    }
    return all.empty() ? left : make(Operator::And, Type::Truth, begin, std::move(all));
  }

  void check_comparable(Operator operation, const Part& left, const Part& right,
                        std::size_t place) const {
    if (left.type() != right.type()) {
      text_.stop(std::string("cannot compare ") + type_name(left.type()) + " with " +
                     type_name(right.type()),
                 place);
    }
    const bool by_equality = operation == Operator::Equal || operation == Operator::NotEqual;
    if (left.type() != Type::Number && !by_equality) {
      text_.stop(std::string("only numbers have an order; compare ") + type_name(left.type()) +
                     " with '==' or '!='",
                 place);
    }
  }

  Part calculate(Operator operation, const Part& left, const Part& right) const {
    expect_type(left, Type::Number, "a number before the operator");
    expect_type(right, Type::Number, "a number after the operator");
    return make(operation, Type::Number, left.begin, {left.term, right.term});
  }

  Part read_sum() {
    Part left = read_product();
    while (true) {
      if (text_.take_sign("+")) {
        left = calculate(Operator::Add, left, read_product());
      } else if (text_.take_sign("-")) {
        left = calculate(Operator::Subtract, left, read_product());
      } else {
        return left;
      }
    }
  }

  Part read_product() {
    Part left = read_factor();
    while (true) {
      if (text_.take_sign("*")) {
        left = calculate(Operator::Multiply, left, read_factor());
      } else if (text_.take_sign("/")) {
        left = calculate(Operator::Divide, left, read_factor());
      } else if (text_.take_sign("%")) {
        left = calculate(Operator::Remainder, left, read_factor());
      } else {
        return left;
      }
    }
  }

  Part read_factor() {
    const std::size_t begin = text_.place();
    const Depth depth(*this);
    if (text_.take_sign("-")) {
      const Part operand = read_factor();
      expect_type(operand, Type::Number, "a number after '-'");
      return make(Operator::Negate, Type::Number, begin, {operand.term});
    }
    if (text_.take_sign("(")) {
      Part inner = read_or();
      if (text_.at_end()) text_.stop("the '(' is not closed", begin);
      if (!text_.take_sign(")")) text_.stop_here("an operator or ')'");
      inner.begin = begin;
      return inner;
    }
    const char first = text_.next();
    if ((first >= '0' && first <= '9') || first == '.') {
      return constant(exact_rational(text_.take_number()), Type::Number, begin);
    }
    if (first == '\'' || first == '"') return constant(text_.take_quoted(), Type::Text, begin);
    return read_name();
  }

  Part read_name() {
    const std::size_t begin = text_.place();
    const std::string_view name = text_.word();
    if (name.empty() || name == "and" || name == "or" || name == "not") {
      text_.stop_here("a number or the name of an invariant");
    }
    if (text_.take_word("true")) return constant(true, Type::Truth, begin);
    if (text_.take_word("false")) return constant(false, Type::Truth, begin);
    const InvariantField& field = text_.take_field();
    return {std::make_shared<const Term>(
                Term{.operation = Operator::Field, .type = type_of(field.kind), .field = &field}),
            begin};
  }

  ConditionText text_;
  int depth_ = 0;
};

}  // namespace

mpq_class exact_rational(const std::string& decimal) {
  const auto mantissa_end = decimal.find_first_of("eE");
  std::string digits = decimal.substr(0, mantissa_end);
  std::int64_t exponent =
      mantissa_end == std::string::npos ? 0 : std::stoll(decimal.substr(mantissa_end + 1));
  if (const auto point = digits.find('.'); point != std::string::npos) {
    exponent -= static_cast<std::int64_t>(digits.size() - point - 1);
    digits.erase(point, 1);
  }
  mpq_class value{mpz_class(digits, 10)};
  mpz_class power;
  mpz_ui_pow_ui(power.get_mpz_t(), 10, static_cast<unsigned long>(std::abs(exponent)));
  if (exponent < 0) {
    value /= power;
  } else {
    value *= power;
  }
  return value;
}

std::shared_ptr<const Term> parse_condition(std::string_view text) {
  return ConditionParser(text).parse();
}

}  // namespace isotypic
