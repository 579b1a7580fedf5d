// Output: where a command's results go.
#pragma once

#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>

#include "cli/terminal/interrupt.hpp"
#include "isotypic/base/atomic_file.hpp"

namespace isotypic::cli {

/// A file that appears whole or not at all, or standard output ("-"), which gets whole lines.
///
/// While it lives, Ctrl-C ends the process at once with 130 (SIGTERM: 143) and leaves nothing
/// half-written behind. One at a time.
class Output {
 public:
  explicit Output(const std::string& path = "-");
  Output(const Output&) = delete;
  Output& operator=(const Output&) = delete;
  ~Output();

  /// Whole lines, or a whole binary file. Readers at the other end of a pipe see them at once.
  void write(std::string_view lines);
  /// Must be called last, and once.
  void commit();

 private:
  [[noreturn]] void abandon();

  Interrupt interrupt_{""};  // first: a signal must find it as soon as there is a file
  std::timed_mutex mutex_;   // of the file
  std::optional<AtomicFile> file_;
  bool immediate_ = false;
  std::stop_callback<std::function<void()>> on_interrupt_{interrupt_.token(),
                                                          [this] { abandon(); }};
};

}  // namespace isotypic::cli
