// Work that can be ended at any moment: it runs in a process of its own.
#pragma once

#include <functional>
#include <string>

#include "isotypic/base/work_limits.hpp"

namespace isotypic {

/// Calls `work` in a forked copy of this process and returns what it returned there. When a limit
/// is met, the copy is killed: nothing of this process is disturbed, and nothing leaks. Why a
/// process and not a thread: docs/decisions/0005-limits-by-processes.md.
///
/// `work` must not start threads or wait for any. Costs a fork, which takes longer the more memory
/// this process holds.
///
/// Throws Error (Cancelled), naming `where`, when a limit is met, whatever Error `work` throws, and
/// Error (Runtime) when the copy cannot be made or ends without an answer, most often for want of
/// memory.
[[nodiscard]] std::string run_isolated(const char* where, const std::function<std::string()>& work,
                                       const WorkLimits& limits);

}  // namespace isotypic
