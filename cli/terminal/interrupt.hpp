// Ctrl-C as a polite request: the first asks to stop, the second ends the process.
#pragma once

#include <csignal>
#include <stop_token>
#include <string>
#include <thread>

namespace isotypic::cli {

/// While it lives, the first SIGINT or SIGTERM requests stop on token(), so that a run ends after
/// the jobs under way with its journal in order; the second one exits at once with 128 + signal.
/// One at a time.
class Interrupt {
 public:
  /// `notice` is printed at the first signal.
  explicit Interrupt(
      std::string notice = "\nstopping after the jobs under way; once more to stop at once\n");
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;
  ~Interrupt();

  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }
  [[nodiscard]] bool requested() const { return source_.stop_requested(); }
  /// The signal that came; 0 if none did.
  [[nodiscard]] static int signal();

 private:
  std::stop_source source_;
  struct sigaction previous_int_ {};
  struct sigaction previous_term_ {};
  std::jthread watcher_;
};

}  // namespace isotypic::cli
