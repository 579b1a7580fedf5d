#include "isotypic/base/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace isotypic {

std::int64_t default_threads() {
  return std::max<std::int64_t>(1, std::thread::hardware_concurrency());
}

void parallel_for(std::int64_t count, std::int64_t threads,
                  const std::function<void(std::int64_t)>& body) {
  if (threads <= 0) threads = default_threads();
  threads = std::min(threads, count);
  if (threads <= 1) {
    for (std::int64_t i = 0; i < count; ++i) body(i);
    return;
  }
  std::atomic<std::int64_t> next = 0;
  std::mutex failure_mutex;
  std::int64_t failed_item = std::numeric_limits<std::int64_t>::max();
  std::exception_ptr failure;
  const auto work = [&] {
    for (std::int64_t i = next++; i < count; i = next++) {
      try {
        body(i);
      } catch (...) {
        const std::scoped_lock lock(failure_mutex);
        if (i < failed_item) {
          failed_item = i;
          failure = std::current_exception();
        }
        next = count;
      }
    }
  };
  {
    std::vector<std::jthread> pool;
    for (std::int64_t t = 1; t < threads; ++t) pool.emplace_back(work);
    work();
  }
  if (failure) std::rethrow_exception(failure);
}

}  // namespace isotypic
