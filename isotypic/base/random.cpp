#include "isotypic/base/random.hpp"

#include <cmath>
#include <numbers>

namespace isotypic {
namespace {

std::uint64_t mix(std::uint64_t x) {
  x += 0x9E3779B97F4A7C15ULL;
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}

}  // namespace

std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream, std::uint64_t counter) {
  return mix(mix(mix(seed) ^ stream) ^ counter);
}

double Random::uniform() { return static_cast<double>(bits() >> 11) * 0x1.0p-53; }

std::int64_t Random::below(std::int64_t bound) {
  const auto range = static_cast<std::uint64_t>(bound);
  // Values below 2^64 mod range would make the first residues too likely.
  const std::uint64_t rejected = (0 - range) % range;
  std::uint64_t value = bits();
  while (value < rejected) value = bits();
  return static_cast<std::int64_t>(value % range);
}

double Random::normal() {
  const double radius = std::sqrt(-2.0 * std::log(1.0 - uniform()));
  return radius * std::cos(2.0 * std::numbers::pi * uniform());
}

}  // namespace isotypic
