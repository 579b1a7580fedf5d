#include "cli/terminal/progress.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

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

ProgressBar::ProgressBar(std::string label)
    : label_(std::move(label)), line_([this](std::int64_t width) {
        run::Progress now = progress_;
        now.seconds += std::chrono::duration<double>(Clock::now() - updated_).count();
        return std::vector{progress_line(label_, now, width)};
      }) {}

void ProgressBar::update(const run::Progress& progress) {
  line_.change([&] {
    progress_ = progress;
    updated_ = Clock::now();
  });
}

}  // namespace isotypic::cli
