// The exact product of many integers in decimal, by GMP: an order can have millions of digits, and
// schoolbook conversion is quadratic.

#include <gmp.h>

#include <cmath>
#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include "isotypic/symmetry/internal/group_order.hpp"

namespace isotypic {
namespace {

/// A natural number of any size.
class Integer {
 public:
  Integer() { mpz_init(value_); }
  explicit Integer(std::uint64_t value) { mpz_init_set_ui(value_, value); }
  Integer(const Integer&) = delete;
  Integer(Integer&& other) noexcept : Integer() { mpz_swap(value_, other.value_); }
  Integer& operator=(const Integer&) = delete;
  Integer& operator=(Integer&& other) noexcept {
    mpz_swap(value_, other.value_);
    return *this;
  }
  ~Integer() { mpz_clear(value_); }

  friend Integer operator*(const Integer& a, const Integer& b) {
    Integer product;
    mpz_mul(product.value_, a.value_, b.value_);
    return product;
  }
  friend bool operator<=(const Integer& a, const Integer& b) {
    return mpz_cmp(a.value_, b.value_) <= 0;
  }
  static Integer power_of_ten(std::uint64_t exponent) {
    Integer power;
    mpz_ui_pow_ui(power.value_, 10, exponent);
    return power;
  }
  [[nodiscard]] std::pair<Integer, Integer> divide(const Integer& by) const {
    std::pair<Integer, Integer> result;
    mpz_tdiv_qr(result.first.value_, result.second.value_, value_, by.value_);
    return result;
  }
  /// Divides by `prime` as often as it goes; how often that is.
  std::uint64_t remove(std::uint64_t prime) {
    if (mpz_divisible_ui_p(value_, prime) == 0) return 0;
    const Integer factor(prime);
    return mpz_remove(value_, value_, factor.value_);
  }
  [[nodiscard]] bool is_one() const { return mpz_cmp_ui(value_, 1) == 0; }
  static Integer from_decimal(const std::string& digits) {
    Integer value;
    mpz_set_str(value.value_, digits.c_str(), 10);
    return value;
  }
  [[nodiscard]] std::string digits() const {
    std::string text(mpz_sizeinbase(value_, 10) + 2, '\0');
    mpz_get_str(text.data(), 10, value_);
    text.resize(std::strlen(text.c_str()));
    return text;
  }

 private:
  mpz_t value_;
};

/// GMP ends the process when memory runs out, so we ask beforehand for what it will need.
void reserve_memory(std::span<const std::int64_t> factors) {
  double bits = 64.0;
  for (const std::int64_t factor : factors) bits += std::log2(static_cast<double>(factor));
  // Products, powers, quotients and the text take about eight times the number itself.
  const auto bytes = static_cast<std::size_t>(bits);
  constexpr std::size_t small = std::size_t{1} << 20;
  if (bytes > small) static_cast<void>(std::make_unique_for_overwrite<char[]>(bytes));
}

/// As few numbers of one word as possible.
std::vector<Integer> words(std::span<const std::int64_t> factors) {
  std::vector<Integer> result;
  std::uint64_t word = 1;
  for (const std::int64_t factor : factors) {
    std::uint64_t larger = 0;
    if (__builtin_mul_overflow(word, static_cast<std::uint64_t>(factor), &larger)) {
      result.emplace_back(word);
      larger = static_cast<std::uint64_t>(factor);
    }
    word = larger;
  }
  result.emplace_back(word);
  return result;
}

/// The product if it fits into one word, as that of nearly all small graphs does: GMP would take
/// ten times as long as their whole search.
std::optional<std::uint64_t> one_word(std::span<const std::int64_t> factors) {
  std::uint64_t product = 1;
  for (const std::int64_t factor : factors) {
    if (__builtin_mul_overflow(product, static_cast<std::uint64_t>(factor), &product)) {
      return std::nullopt;
    }
  }
  return product;
}

/// Pairwise, so that large products are built from factors of equal size.
Integer product(std::vector<Integer> level, const WorkLimits& limits) {
  while (level.size() > 1) {
    std::vector<Integer> next;
    for (std::size_t i = 0; i + 1 < level.size(); i += 2) {
      next.push_back(level[i] * level[i + 1]);
      if (i % 1024 == 0) limits.check(search_name);
    }
    if (level.size() % 2 == 1) next.push_back(std::move(level.back()));
    level = std::move(next);
  }
  return std::move(level.front());
}

/// Divides by ever smaller powers of ten. mpz_get_str does the same, but cannot be stopped.
class DecimalWriter {
 public:
  explicit DecimalWriter(const WorkLimits& limits) : limits_(limits) {}

  std::string write(const Integer& value) {
    powers_.push_back(Integer::power_of_ten(leaf_digits));
    while (powers_.back() <= value) {
      limits_.check(search_name);
      powers_.push_back(powers_.back() * powers_.back());
    }
    append(value, powers_.size() - 1);
    text_.erase(0, text_.find_first_not_of('0'));
    return std::move(text_);
  }

 private:
  static constexpr std::size_t leaf_digits = 10'000;

  /// Appends a value below powers_[level], padded with zeros.
  void append(const Integer& value, std::size_t level) {
    if (level == 0) {
      const std::string digits = value.digits();
      text_.append(leaf_digits - digits.size(), '0').append(digits);
      return;
    }
    limits_.check(search_name);
    const auto [high, low] = value.divide(powers_[level - 1]);
    append(high, level - 1);
    append(low, level - 1);
  }

  const WorkLimits& limits_;
  std::vector<Integer> powers_;  // of 10: exponents leaf_digits, 2 leaf_digits, 4 leaf_digits...
  std::string text_;
};

}  // namespace

std::vector<std::int64_t> small_factors(const std::string& decimal, std::int64_t largest,
                                        const WorkLimits& limits) {
  Integer rest = Integer::from_decimal(decimal);
  std::vector<std::int64_t> factors;
  for (std::int64_t factor = 2; factor <= largest && !rest.is_one(); ++factor) {
    // A composite number divides no longer: its primes have been taken out before.
    factors.insert(factors.end(), rest.remove(static_cast<std::uint64_t>(factor)), factor);
    if (factor % 1024 == 0) limits.check(search_name);
  }
  return factors;
}

std::string product_in_decimal(std::span<const std::int64_t> factors, const WorkLimits& limits) {
  if (const auto small = one_word(factors)) return std::to_string(*small);
  reserve_memory(factors);
  return DecimalWriter(limits).write(product(words(factors), limits));
}

}  // namespace isotypic
