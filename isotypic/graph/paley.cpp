// The Paley graphs, over fields of any odd prime power order.

#include <cmath>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"

namespace isotypic {
namespace {

/// The field of p^k elements. Element x is the polynomial whose coefficients are the digits of x
/// in base p, lowest first, modulo one monic irreducible polynomial of degree k.
class FiniteField {
 public:
  FiniteField(std::int64_t p, std::int64_t k) : p_(p), k_(k), modulus_(find_irreducible()) {}

  [[nodiscard]] std::int64_t add(std::int64_t x, std::int64_t y) const {
    std::int64_t sum = 0;
    std::int64_t place = 1;
    for (; x > 0 || y > 0; x /= p_, y /= p_, place *= p_) sum += (x % p_ + y % p_) % p_ * place;
    return sum;
  }
  [[nodiscard]] std::int64_t multiply(std::int64_t x, std::int64_t y) const {
    return to_number(remainder(product(to_polynomial(x), to_polynomial(y)), modulus_));
  }

 private:
  using Polynomial = std::vector<std::int64_t>;  // lowest coefficient first

  [[nodiscard]] Polynomial to_polynomial(std::int64_t x) const {
    Polynomial digits;
    for (; x > 0; x /= p_) digits.push_back(x % p_);
    return digits;
  }
  [[nodiscard]] std::int64_t to_number(const Polynomial& f) const {
    std::int64_t x = 0;
    for (std::size_t i = f.size(); i-- > 0;) x = x * p_ + f[i];
    return x;
  }
  [[nodiscard]] Polynomial product(const Polynomial& f, const Polynomial& g) const {
    if (f.empty() || g.empty()) return {};
    Polynomial h(f.size() + g.size() - 1, 0);
    for (std::size_t i = 0; i < f.size(); ++i) {
      for (std::size_t j = 0; j < g.size(); ++j) h[i + j] = (h[i + j] + f[i] * g[j]) % p_;
    }
    return h;
  }
  /// f modulo the monic polynomial g.
  [[nodiscard]] Polynomial remainder(Polynomial f, const Polynomial& g) const {
    while (f.size() >= g.size()) {
      const std::int64_t lead = f.back();
      const std::size_t shift = f.size() - g.size();
      for (std::size_t i = 0; i < g.size(); ++i) {
        f[shift + i] = (f[shift + i] + (p_ - lead) * g[i]) % p_;
      }
      f.pop_back();
    }
    while (!f.empty() && f.back() == 0) f.pop_back();
    return f;
  }
  [[nodiscard]] std::int64_t power(std::int64_t exponent) const {
    std::int64_t value = 1;
    for (std::int64_t i = 0; i < exponent; ++i) value *= p_;
    return value;
  }
  [[nodiscard]] bool is_irreducible(const Polynomial& f) const {
    for (std::int64_t degree = 1; 2 * degree <= k_; ++degree) {
      for (std::int64_t x = power(degree); x < 2 * power(degree); ++x) {
        if (remainder(f, to_polynomial(x)).empty()) return false;
      }
    }
    return true;
  }
  /// The first monic irreducible polynomial of degree k; one exists for every p and k.
  [[nodiscard]] Polynomial find_irreducible() const {
    std::int64_t x = power(k_);
    while (!is_irreducible(to_polynomial(x))) ++x;
    return to_polynomial(x);
  }

  std::int64_t p_;
  std::int64_t k_;
  Polynomial modulus_;
};

/// The smallest prime factor of q > 1.
std::int64_t smallest_factor(std::int64_t q) {
  for (std::int64_t p = 2; p * p <= q; ++p) {
    if (q % p == 0) return p;
  }
  return q;
}

}  // namespace

Graph paley_graph(std::int64_t q) {
  if (q < 5 || q % 4 != 1) {
    fail("paley_graph", "q must be a prime power with q = 1 mod 4, not ", q);
  }
  const auto size = static_cast<double>(q);
  check_family_size("paley_graph", size, size * (size - 1) / 4);
  const std::int64_t p = smallest_factor(q);
  std::int64_t k = 0;
  std::int64_t rest = q;
  for (; rest % p == 0; rest /= p) ++k;
  if (rest != 1) fail("paley_graph", "q must be a prime power with q = 1 mod 4, not ", q);
  const FiniteField field(p, k);
  std::vector<bool> is_square(q, false);
  for (std::int64_t x = 1; x < q; ++x) is_square[field.multiply(x, x)] = true;
  std::vector<Edge> edges;
  edges.reserve(q * (q - 1) / 4);
  for (std::int64_t s = 1; s < q; ++s) {
    if (!is_square[s]) continue;
    // -1 is a square, so every edge is met from both ends.
    for (std::int64_t u = 0; u < q; ++u) {
      const std::int64_t v = field.add(u, s);
      if (u < v) edges.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)});
    }
  }
  return make_graph(q, edges);
}

}  // namespace isotypic
