// Ctrl-C as a polite request: the first asks to stop, the second ends the process.
#pragma once

#include <csignal>
#include <stop_token>
#include <thread>

namespace isotypic::cli {

/// While it lives, the first SIGINT or SIGTERM requests stop on token(), so that a run ends after
/// the jobs under way with its journal in order; the second one exits at once with 128 + signal.
/// One at a time.
class Interrupt {
 public:
  Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  [[nodiscard]] bool requested() const { return source_.stop_requested(); }

 private:
  std::stop_source source_;
  struct sigaction previous_int_ {};
  struct sigaction previous_term_ {};
  std::jthread watcher_;
};

}  // namespace isotypic::cli
