// Workspace: one aligned block of memory, kept between the steps of a training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

namespace isotypic::nn {

/// Hands out 64-byte aligned pieces of one allocation.
class Workspace {
 public:
  /// Room for `bytes`; what was handed out before becomes invalid.
  void reset(std::int64_t bytes);

  template <typename T>
  [[nodiscard]] T* take(std::int64_t count) {
    return reinterpret_cast<T*>(take_bytes(count * static_cast<std::int64_t>(sizeof(T))));
  }

  /// What `take` needs for `bytes`, alignment included.
  [[nodiscard]] static std::int64_t rounded(std::int64_t bytes) { return (bytes + 63) / 64 * 64; }

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  [[nodiscard]] std::byte* take_bytes(std::int64_t bytes);

  std::unique_ptr<std::byte, Free> memory_;
  std::int64_t capacity_ = 0;
  std::int64_t used_ = 0;
};

/// Workspaces not in use. A forward pass borrows one and keeps it until its backward pass is done,
/// so several forward passes may be open at a time. Thread-safe.
class WorkspacePool {
 public:
  [[nodiscard]] std::unique_ptr<Workspace> borrow();
  void give_back(std::unique_ptr<Workspace> workspace);

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<Workspace>> free_;
};

}  // namespace isotypic::nn
