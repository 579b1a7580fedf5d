#include "isotypic/nn/dropout.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"

namespace isotypic::nn {

std::uint64_t DropoutStream::next() { return random_bits(seed, 0xD0, counter++); }

at::Tensor dropout(const at::Tensor& x, double p, DropoutStream& stream, std::int64_t first_row) {
  if (!(p >= 0.0 && p < 1.0)) fail("dropout", "the probability must be in [0, 1), got ", p);
  if (p == 0.0) return x;
  const DropoutMask mask(stream.next(), p);
  at::Tensor factors = at::empty(x.sizes(), at::kFloat);
  auto* values = factors.data_ptr<float>();
  const std::int64_t size = x.numel();
  const auto start = static_cast<std::uint32_t>(first_row * x.size(-1));
  for (std::int64_t i = 0; i < size; ++i) {
    values[i] = mask.keeps(start + static_cast<std::uint32_t>(i)) ? 1.0F : 0.0F;
  }
  return x * factors.to(x.options()) * (1.0 / (1.0 - p));
}

}  // namespace isotypic::nn
