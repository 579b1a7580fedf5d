// Searches that must be cancelled, and how soon they are.
#pragma once

#include <gtest/gtest.h>

#include <chrono>

#include "isotypic/base/error.hpp"

namespace isotypic {

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
