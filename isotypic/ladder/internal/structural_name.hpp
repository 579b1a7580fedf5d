// 64-bit names of structure. Equal structure gives equal names; a collision can merge what differs,
// but nothing can separate what is equal.
#pragma once

#include <cstdint>

namespace isotypic {

/// A bijection that spreads every bit over the whole word (the finaliser of MurmurHash3).
[[nodiscard]] constexpr std::uint64_t spread(std::uint64_t x) {
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDULL;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return x ^ (x >> 33);
}

/// The name of an ordered pair. Names of longer lists are made by repeated use, those of multisets
/// by adding up spread names.
[[nodiscard]] constexpr std::uint64_t name_pair(std::uint64_t a, std::uint64_t b) {
  return spread(a * 0x9E3779B97F4A7C15ULL + (b ^ 0xD1B54A32D192ED03ULL) * 0x8CB92BA72F3D8DD7ULL);
}

[[nodiscard]] constexpr std::uint64_t name_number(std::int64_t value) {
  return spread(static_cast<std::uint64_t>(value) + 0x2545F4914F6CDD1DULL);
}

}  // namespace isotypic
