// Products of tall matrices with small ones, a few rows at a time. Internal.
#pragma once

#include <cstdint>

#include "isotypic/base/team.hpp"
#include "isotypic/nn/kernels/lanes.hpp"
#include "isotypic/nn/kernels/small_gemm.hpp"

namespace isotypic::nn {

inline constexpr std::int64_t largest_chunk = 64;

/// Chunks of few sizes, so that few kernels are generated: 64, then 8, then 1.
class RowChunks {
 public:
  struct Chunk {
    std::int64_t first, rows;
  };

  explicit RowChunks(std::int64_t rows)
      : rows_(rows), large_(rows / largest_chunk), small_(rows % largest_chunk / small_chunk) {}

  [[nodiscard]] std::int64_t rows() const { return rows_; }
  [[nodiscard]] std::int64_t count() const { return large_ + small_ + rows_ % small_chunk; }
  [[nodiscard]] Chunk operator[](std::int64_t i) const {
    if (i < large_) return {i * largest_chunk, largest_chunk};
    i -= large_;
    if (i < small_) return {large_ * largest_chunk + i * small_chunk, small_chunk};
    return {large_ * largest_chunk + small_ * small_chunk + i - small_, 1};
  }

 private:
  static constexpr std::int64_t small_chunk = 8;
  std::int64_t rows_, large_, small_;
};

/// Calls body(first row, rows) for all chunks, in any order.
template <typename Body>
void share_chunks(const RowChunks& chunks, const Body& body) {
  share_loop(chunks.count(), [&](std::int64_t i) { body(chunks[i].first, chunks[i].rows); });
}

/// Calls lane_body(lane), which returns body(first row, rows), once per lane, and that for the
/// chunks of the lane, in order.
template <typename LaneBody>
void share_lanes(const RowChunks& chunks, const Lanes& lanes, const LaneBody& lane_body) {
  share_loop(lanes.count, [&](std::int64_t lane) {
    auto&& body = lane_body(lane);
    for (std::int64_t i = lanes.begin(lane); i < lanes.end(lane); ++i) {
      body(chunks[i].first, chunks[i].rows);
    }
  });
}

/// y [rows, out] = x [rows, in] times `matrix` [in, out], whose rows begin every `stride` numbers.
template <typename T>
void multiply_rows(std::int64_t rows, const T* x, std::int64_t in, const T* matrix,
                   std::int64_t stride, T* y, std::int64_t out, Accumulate accumulate) {
  small_gemm(out, rows, in, matrix, stride, x, in, y, out, TransposeB::No, accumulate);
}

/// matrix [in, out] += x^T dy, for x [rows, in] and dy [rows, out].
template <typename T>
void add_outer_products(std::int64_t rows, const T* x, std::int64_t in, const T* dy,
                        std::int64_t out, T* matrix) {
  small_gemm(out, in, rows, dy, out, x, in, matrix, out, TransposeB::Yes, Accumulate::Yes);
}

}  // namespace isotypic::nn
