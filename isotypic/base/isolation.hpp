// Work that can be ended at any moment: it runs in a process of its own.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
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

/// The same by turns: the copy sleeps except while `run_for` waits for it, so that work here and
/// there can share one processor. Ended in the destructor, whatever it is doing.
class IsolatedWork {
 public:
  /// Makes the copy and lets it sleep. Throws Error (Runtime) when it cannot be made.
  IsolatedWork(const char* where, const std::function<std::string()>& work);
  IsolatedWork(const IsolatedWork&) = delete;
  IsolatedWork& operator=(const IsolatedWork&) = delete;
  ~IsolatedWork();

  /// Lets the copy use about so much processor time, so that a busy machine does not cut its turn
  /// short; its answer if it is ready by then. Throws what run_isolated throws.
  [[nodiscard]] std::optional<std::string> run_for(std::chrono::nanoseconds turn,
                                                   const WorkLimits& limits);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace isotypic
