// dropout: masks that are a pure function of a key, so that a resumed run draws the same ones.
//
// LibTorch's dropout draws from one generator per process; trainings that run side by side would
// take numbers from each other. Here every model owns a stream of keys.
#pragma once

#include <ATen/core/Tensor.h>

#include <cmath>
#include <cstdint>

namespace isotypic::nn {

/// The keys of a model's dropout masks: a counter under a seed, both part of a checkpoint.
struct DropoutStream {
  std::uint64_t seed = 0;
  std::uint64_t counter = 0;

  /// The key of the next mask.
  [[nodiscard]] std::uint64_t next();
};

/// Whether element i survives: a 32-bit hash of (key, i) against p * 2^32. Plain integer
/// arithmetic, so loops over i vectorise.
struct DropoutMask {
  std::uint32_t low = 0;
  std::uint32_t high = 0;
  std::uint32_t threshold = 0;

  DropoutMask(std::uint64_t key, double p)
      : low(static_cast<std::uint32_t>(key)),
        high(static_cast<std::uint32_t>(key >> 32)),
        threshold(static_cast<std::uint32_t>(std::ldexp(p, 32))) {}

  [[nodiscard]] bool keeps(std::uint32_t i) const {
    std::uint32_t h = (i * 0x9E3779B1U) ^ low;
    h = (h ^ (h >> 16)) * 0x85EBCA6BU + high;
    h = (h ^ (h >> 13)) * 0xC2B2AE35U;
    return (h ^ (h >> 16)) >= threshold;
  }
};

/// x with entries zeroed with probability p and the others divided by 1 - p. Takes one key from
/// `stream` if p > 0. `first_row`: the place of x [rows, columns] in a larger matrix, whose mask
/// has the same entries there. Throws Error unless 0 <= p < 1.
[[nodiscard]] at::Tensor dropout(const at::Tensor& x, double p, DropoutStream& stream,
                                 std::int64_t first_row = 0);

}  // namespace isotypic::nn
