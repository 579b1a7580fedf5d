// LiveLines: lines at the end of a terminal that change while a command runs.
#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace isotypic::cli {

/// Paints lines on standard error five times a second, if it is a terminal and the command takes
/// longer than two seconds; wipes them at the end. Nothing is ever written into a pipe or a file.
class LiveLines {
 public:
  /// The lines for a terminal of this width; called with the state locked, as in change().
  using Lines = std::function<std::vector<std::string>(std::int64_t width)>;

  explicit LiveLines(Lines lines);
  LiveLines(const LiveLines&) = delete;
  LiveLines& operator=(const LiveLines&) = delete;
  ~LiveLines();

  /// Calls `change`, which may change what the lines are made of.
  template <typename Change>
  void change(Change&& change) {
    const std::scoped_lock lock(mutex_);
    change();
  }

  /// Calls `print`, which writes whole lines to the terminal, with these lines out of its way.
  template <typename Print>
  void print_above(Print&& print) {
    const std::scoped_lock lock(mutex_);
    wipe();
    print();
  }

 private:
  void show(const std::stop_token& stop);
  void wipe();

  const Lines lines_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::mutex mutex_;  // of the caller's state and of the lines on the terminal
  std::condition_variable_any changed_;
  std::size_t painted_ = 0;  // lines
  std::jthread painter_;     // last: it uses all of the above
};

}  // namespace isotypic::cli
