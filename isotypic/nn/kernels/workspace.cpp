#include "isotypic/nn/kernels/workspace.hpp"

#include <cassert>
#include <cstdlib>
#include <new>

namespace isotypic::nn {

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
  std::byte* piece = memory_.get() + used_;
  used_ += rounded(bytes);
  assert(used_ <= capacity_);
  return piece;
}

std::unique_ptr<Workspace> WorkspacePool::borrow() {
  const std::lock_guard<std::mutex> lock(mutex_);
  if (free_.empty()) return std::make_unique<Workspace>();
  auto workspace = std::move(free_.back());
  free_.pop_back();
  return workspace;
}

void WorkspacePool::give_back(std::unique_ptr<Workspace> workspace) {
  const std::lock_guard<std::mutex> lock(mutex_);
  free_.push_back(std::move(workspace));
}

}  // namespace isotypic::nn
