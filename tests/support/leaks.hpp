// Leaks of the libraries we test against, which LeakSanitizer should not report as ours.
#pragma once

#if defined(__SANITIZE_ADDRESS__)
#include <sanitizer/lsan_interface.h>
#endif

namespace isotypic {

/// While it lives, allocations of this thread may leak. The known case: bliss 0.73 does not free its
/// component recursion data.
class ForgiveLeaks {
 public:
#if defined(__SANITIZE_ADDRESS__)
  ForgiveLeaks() { __lsan_disable(); }
  ~ForgiveLeaks() { __lsan_enable(); }
#else
  ForgiveLeaks() {}   // NOLINT: not trivial, so that the variable counts as used
  ~ForgiveLeaks() {}  // NOLINT
#endif
  ForgiveLeaks(const ForgiveLeaks&) = delete;
  ForgiveLeaks& operator=(const ForgiveLeaks&) = delete;
};

}  // namespace isotypic
