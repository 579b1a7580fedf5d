// The Error that a call throws, for tests that read its message.
#pragma once

#include <gtest/gtest.h>

#include <string>

#include "isotypic/base/error.hpp"

namespace isotypic {

/// The reason of the Error that `call` throws; fails the test if it throws none, or one of
/// another kind.
template <typename Call>
std::string error_text(Call call, ErrorKind kind = ErrorKind::BadInput) {
  try {
    call();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), kind) << error.what();
    return error.reason();
  }
  ADD_FAILURE() << "no Error was thrown";
  return {};
}

}  // namespace isotypic
