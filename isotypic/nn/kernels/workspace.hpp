// Workspace: one aligned block of memory, kept between the steps of a training.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

#include "isotypic/base/pool.hpp"

namespace isotypic::nn {

/// Hands out 64-byte aligned pieces of one allocation.
class Workspace {
 public:
  /// Calls `take_all`, which takes every piece, twice: once to count, once to take. What was handed
  /// out before becomes invalid.
  template <typename TakeAll>
  void fill(TakeAll&& take_all) {
    counting_ = true;
    used_ = 0;
    take_all(*this);
    counting_ = false;
    reset(used_);
    take_all(*this);
  }

  template <typename T>
  [[nodiscard]] T* take(std::int64_t count) {
    return reinterpret_cast<T*>(take_bytes(count * static_cast<std::int64_t>(sizeof(T))));
  }

 private:
  struct Free {
    void operator()(std::byte* memory) const;
  };
  /// Room for `bytes`.
  void reset(std::int64_t bytes);
  [[nodiscard]] std::byte* take_bytes(std::int64_t bytes);

  std::unique_ptr<std::byte, Free> memory_;
  std::int64_t capacity_ = 0;
  std::int64_t used_ = 0;
  bool counting_ = false;
};

/// A workspace that is one piece: what it holds is lost when it is asked for again.
class Piece {
 public:
  template <typename T>
  [[nodiscard]] T* room(std::int64_t count) {
    T* room = nullptr;
    memory_.fill([&](Workspace& memory) { room = memory.take<T>(count); });
    return room;
  }

 private:
  Workspace memory_;
};

/// A forward pass borrows one and keeps it until its backward pass is done, so several forward
/// passes may be open at a time.
class WorkspacePool : public Pool<Workspace> {
 public:
  Pool<Workspace> scratch;  ///< for parts of a pass that are computed at the same time
};

}  // namespace isotypic::nn
