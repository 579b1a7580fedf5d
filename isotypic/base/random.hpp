// Random numbers: counter-based, so that value t of stream `seed` needs no history.
//
// Nothing in the library draws from hidden state. A number is a pure function of its key, which
// keeps results equal whatever the order of evaluation, the thread count or the platform
// (the distributions of <random> differ between standard libraries; these do not).
#pragma once

#include <cstdint>

namespace isotypic {

/// 64 well mixed bits for the key (seed, stream, counter): three rounds of the splitmix64
/// finaliser, each of which is a bijection of 64-bit words.
[[nodiscard]] std::uint64_t random_bits(std::uint64_t seed, std::uint64_t stream,
                                        std::uint64_t counter);

/// A generator over one stream. Cheap to copy; equal keys give equal sequences.
class Random {
 public:
  explicit Random(std::uint64_t seed, std::uint64_t stream = 0) : seed_(seed), stream_(stream) {}

  [[nodiscard]] std::uint64_t bits() { return random_bits(seed_, stream_, counter_++); }
  /// Uniform in [0, 1) with 53 random bits.
  [[nodiscard]] double uniform();
  /// Uniform in {0, ..., bound - 1}, without bias; bound must be positive.
  [[nodiscard]] std::int64_t below(std::int64_t bound);
  /// Standard normal (Box-Muller, one value per call).
  [[nodiscard]] double normal();

 private:
  std::uint64_t seed_;
  std::uint64_t stream_;
  std::uint64_t counter_ = 0;
};

}  // namespace isotypic
