#include "cli/support/progress.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "cli/support/terminal.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {

namespace {

std::string count_line(const std::string& label, const run::Progress& progress,
                       std::int64_t width) {
  std::string text = printable(label) + "  " + std::to_string(progress.done) + " done";
  if (progress.done > 0 && progress.seconds > 0.0) {
    const double rate = static_cast<double>(progress.done) / progress.seconds;
    text += "  " + format_number(rate, 3) + "/s";
  }
  return cut_to_width(text + "  " + format_duration(std::round(progress.seconds)), width - 1);
}

}  // namespace

std::string progress_line(const std::string& label, const run::Progress& progress,
                          std::int64_t width) {
  if (progress.total == unknown_total) return count_line(label, progress, width);
  const double share =
      progress.total > 0 ? static_cast<double>(progress.done) / static_cast<double>(progress.total)
                         : 1.0;
  const auto remaining = run::remaining_seconds(progress);
  const std::string text =
      "  " + std::to_string(progress.done) + "/" + std::to_string(progress.total) + "  " +
      std::to_string(static_cast<std::int64_t>(share * 100)) + " %" +
      (remaining ? "  " + format_duration(std::max(1.0, std::round(*remaining))) + " left" : "");
  const std::string name = printable(label) + "  ";
  constexpr std::int64_t least = 5, most = 40;
  const std::int64_t room = width - 1 - display_width(name) - display_width(text);
  if (room < least) return cut_to_width(name + text, width - 1);
  const std::int64_t length = std::min(room, most);
  const auto full = static_cast<std::int64_t>(share * static_cast<double>(length));
  std::string bar;
  for (std::int64_t i = 0; i < length; ++i) bar += i < full ? "█" : "░";
  return name + bar + text;
}

ProgressBar::ProgressBar(std::string label) : label_(std::move(label)) {
  if (::isatty(STDERR_FILENO) == 0) return;
  painter_ = std::jthread([this](const std::stop_token& stop) { show(stop); });
}

ProgressBar::~ProgressBar() = default;

void ProgressBar::update(const run::Progress& progress) {
  const std::scoped_lock lock(mutex_);
  progress_ = progress;
  updated_ = Clock::now();
}

void ProgressBar::show(const std::stop_token& stop) {
  constexpr std::chrono::seconds patience(2);
  constexpr std::chrono::milliseconds period(200);
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, stop, start_ + patience, [] { return false; });
  while (!stop.stop_requested()) {
    run::Progress now = progress_;
    now.seconds += std::chrono::duration<double>(Clock::now() - updated_).count();
    std::cerr << "\r\x1b[K" << progress_line(label_, now, terminal_width(STDERR_FILENO, 80))
              << std::flush;
    painted_ = true;
    changed_.wait_for(lock, stop, period, [] { return false; });
  }
  wipe();
}

void ProgressBar::wipe() {
  if (std::exchange(painted_, false)) std::cerr << "\r\x1b[K" << std::flush;
}

}  // namespace isotypic::cli
