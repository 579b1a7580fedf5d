// processor_seconds: the time that a thread was really at work.
#pragma once

#include <time.h>

namespace isotypic::experiments {

/// Of the calling thread, whatever other processes do on its core meanwhile.
[[nodiscard]] inline double processor_seconds() {
  timespec now{};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace isotypic::experiments
