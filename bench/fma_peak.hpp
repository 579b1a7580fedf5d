// What one core can do at most, and the clock to measure it with.
#pragma once

namespace isotypic::bench {

/// Milliseconds of CPU time this thread has used.
[[nodiscard]] double cpu_milliseconds();

/// GFLOP/s of fused multiply-adds, the better of vectors for AVX2 and for AVX-512.
[[nodiscard]] double fma_gflops();

}  // namespace isotypic::bench
