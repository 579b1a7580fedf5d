// ThreadCountScope: LibTorch's number of threads, for a while.
#pragma once

#include <ATen/Parallel.h>

#include <cstdint>

namespace isotypic::train {

/// LibTorch's thread count while it lives; the count belongs to the calling thread. Sums are split
/// by it, so whoever promises equal bytes sets it.
class ThreadCountScope {
 public:
  explicit ThreadCountScope(std::int64_t threads) : before_(at::get_num_threads()) {
    at::set_num_threads(static_cast<int>(threads));
  }
  ~ThreadCountScope() { at::set_num_threads(before_); }
  ThreadCountScope(const ThreadCountScope&) = delete;
  ThreadCountScope& operator=(const ThreadCountScope&) = delete;

 private:
  int before_;
};

}  // namespace isotypic::train
