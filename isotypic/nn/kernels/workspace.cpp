#include "isotypic/nn/kernels/workspace.hpp"

#include <cassert>
#include <cstdlib>
#include <new>

namespace isotypic::nn {
namespace {

/// With the bytes up to the next piece.
std::int64_t rounded(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }

}  // namespace

void Workspace::Free::operator()(std::byte* memory) const { std::free(memory); }

void Workspace::reset(std::int64_t bytes) {
  used_ = 0;
  if (bytes <= capacity_) return;
  // A quarter more, since batches of a shuffled dataset differ in size.
  const std::int64_t wanted = rounded(bytes + bytes / 4);
  memory_.reset();
  capacity_ = 0;
  memory_.reset(static_cast<std::byte*>(std::aligned_alloc(64, static_cast<std::size_t>(wanted))));
  if (!memory_) throw std::bad_alloc();
  capacity_ = wanted;
}

std::byte* Workspace::take_bytes(std::int64_t bytes) {
  std::byte* piece = counting_ ? nullptr : memory_.get() + used_;
  used_ += rounded(bytes);
  assert(counting_ || used_ <= capacity_);
  return piece;
}

}  // namespace isotypic::nn
