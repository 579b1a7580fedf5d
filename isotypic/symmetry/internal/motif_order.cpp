#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/symmetry/motifs.hpp"

namespace isotypic {
namespace {

/// Arithmetic modulo a prime below 2^63.
struct Modulus {
  std::uint64_t prime;

  [[nodiscard]] std::uint64_t times(std::uint64_t a, std::uint64_t b) const {
    __extension__ using Wide = unsigned __int128;
    return static_cast<std::uint64_t>(static_cast<Wide>(a) * b % prime);
  }
  [[nodiscard]] std::uint64_t power(std::uint64_t base, std::int64_t exponent) const {
    std::uint64_t result = 1;
    for (; exponent > 0; exponent >>= 1) {
      if ((exponent & 1) != 0) result = times(result, base);
      base = times(base, base);
    }
    return result;
  }
  [[nodiscard]] std::uint64_t factorial(std::int64_t k) const {
    std::uint64_t result = 1;
    for (std::int64_t i = 2; i <= k; ++i) result = times(result, static_cast<std::uint64_t>(i));
    return result;
  }
  [[nodiscard]] std::uint64_t decimal(const std::string& digits) const {
    std::uint64_t result = 0;
    for (const char digit : digits) {
      result = (times(result, 10) + static_cast<std::uint64_t>(digit - '0')) % prime;
    }
    return result;
  }
};

}  // namespace

bool has_order(const Motifs& motifs, const std::vector<std::string>& core_orders,
               const std::string& order) {
  for (const Modulus modulus : {Modulus{2305843009213693951U}, Modulus{2305843009213693921U}}) {
    std::uint64_t product = 1;
    for (const Exchange& exchange : motifs.exchanges) {
      product = modulus.times(
          product, modulus.power(modulus.factorial(exchange.num_parts), exchange.num_places));
    }
    for (std::size_t i = 0; i < motifs.cores.size(); ++i) {
      product = modulus.times(product, modulus.power(modulus.decimal(core_orders[i]),
                                                     std::ssize(motifs.cores[i].copies)));
    }
    if (product != modulus.decimal(order)) return false;
  }
  return true;
}

}  // namespace isotypic
