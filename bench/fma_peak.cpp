#include "bench/fma_peak.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>

#include "isotypic/nn/kernels/vector_clones.hpp"

namespace isotypic::bench {
namespace {

template <typename Vector>
ISOTYPIC_INLINE double fma_chains(std::int64_t iterations, float value) {
  constexpr std::size_t lanes = sizeof(Vector) / sizeof(float);
  Vector factor;
  for (std::size_t lane = 0; lane < lanes; ++lane) factor[lane] = value;
  Vector sums[10];
  for (auto& sum : sums) sum = factor;
  for (std::int64_t i = 0; i < iterations; ++i) {
#pragma GCC unroll 10
    for (auto& sum : sums) sum = sum * factor + factor;
  }
  double total = 0.0;
  for (const auto& sum : sums) total += static_cast<double>(sum[0]);
  return total;
}

typedef float Vector32 __attribute__((vector_size(32)));  // NOLINT: `using` drops the attribute
typedef float Vector64 __attribute__((vector_size(64)));  // NOLINT

/// Ten independent chains of multiply-adds, what one core can do at most, with vectors that fit
/// into the registers of AVX2 and of AVX-512.
ISOTYPIC_VECTOR_CLONES __attribute__((optimize("O3"))) double fma_chains_32(std::int64_t iterations,
                                                                            float value) {
  return fma_chains<Vector32>(iterations, value);
}
ISOTYPIC_VECTOR_CLONES __attribute__((optimize("O3"))) double fma_chains_64(std::int64_t iterations,
                                                                            float value) {
  return fma_chains<Vector64>(iterations, value);
}

/// GFLOP/s of chains of vectors of `bytes` bytes.
double gflops_of(double (*chains)(std::int64_t, float), double bytes) {
  constexpr std::int64_t iterations = 100'000;
  double best = 1e300;
  double sink = 0.0;
  for (int round = 0; round < 200; ++round) {
    const double start = cpu_milliseconds();
    sink += chains(iterations, 0.5F);
    best = std::min(best, cpu_milliseconds() - start);
  }
  if (sink == 0.0) std::puts("");
  return static_cast<double>(iterations) * 10 * bytes / sizeof(float) * 2 / best * 1e-6;
}

}  // namespace

double cpu_milliseconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

double fma_gflops() { return std::max(gflops_of(fma_chains_32, 32), gflops_of(fma_chains_64, 64)); }

}  // namespace isotypic::bench
