#include "cli/terminal/live_lines.hpp"

#include <unistd.h>

#include <iostream>
#include <utility>

#include "cli/terminal/terminal.hpp"

namespace isotypic::cli {

LiveLines::LiveLines(Lines lines) : lines_(std::move(lines)) {
  if (::isatty(STDERR_FILENO) == 0) return;
  painter_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
}

LiveLines::~LiveLines() = default;

void LiveLines::show(const std::stop_token& stop) {
  constexpr std::chrono::seconds patience(2);
  constexpr std::chrono::milliseconds period(200);
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop, start_ + patience, [] { return false; });
  while (!stop.stop_requested()) {
    const std::vector<std::string> lines = lines_(terminal_width(STDERR_FILENO, 80));
    wipe();
    for (std::size_t i = 0; i < lines.size(); ++i) std::cerr << (i > 0 ? "\n" : "") << lines[i];
    std::cerr << std::flush;
    painted_ = lines.size();
    changed_.wait_for(lock, stop, period, [] { return false; });
  }
  wipe();
}

void LiveLines::wipe() {
  const std::size_t lines = std::exchange(painted_, 0);
  if (lines == 0) return;
  std::cerr << "\r\x1b[K";
  for (std::size_t i = 1; i < lines; ++i) std::cerr << "\x1b[A\x1b[K";
  std::cerr << std::flush;
}

}  // namespace isotypic::cli
