// Searches that must be cancelled, and how soon they are.
#pragma once

#include <gtest/gtest.h>

#include <chrono>

#include "isotypic/base/error.hpp"

namespace isotypic {

/// Generous beside limits of 50 ms, since the machine may be busy, but small beside searches that
/// take hours. Sanitizers make a program several times slower.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr std::chrono::milliseconds soon{7500};
#else
inline constexpr std::chrono::milliseconds soon{1500};
#endif

/// A limited search forks. When another thread allocates at that moment, ASan's allocator is locked
/// in the copy for ever: only its newer versions wait for each other at a fork, as glibc's does.
#ifdef __SANITIZE_ADDRESS__
inline constexpr bool can_fork_beside_threads = false;
#else
inline constexpr bool can_fork_beside_threads = true;
#endif

/// Calls `search`, expects it to be cancelled, and returns how long that took.
template <typename Search>
std::chrono::milliseconds time_until_cancelled(const Search& search) {
  const auto begin = std::chrono::steady_clock::now();
  try {
    search();
    ADD_FAILURE() << "the search was finished instead of cancelled";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Cancelled) << error.what();
  }
  return std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() -
                                                               begin);
}

}  // namespace isotypic
