// parallel_for: independent work items over a few threads.
#pragma once

#include <cstdint>
#include <functional>

namespace isotypic {

/// Calls body(i) for every i in 0..count-1, on `threads` threads (0: one per core). Items are
/// handed out one by one, so they may take very different times. If calls throw, the exception
/// of the lowest item that threw is rethrown after all threads have stopped; items not yet begun
/// are then skipped.
void parallel_for(std::int64_t count, std::int64_t threads,
                  const std::function<void(std::int64_t)>& body);

/// The number of threads that `threads = 0` stands for.
[[nodiscard]] std::int64_t default_threads();

}  // namespace isotypic
