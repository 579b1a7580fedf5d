#include "cli/terminal/trainings_display.hpp"

#include <algorithm>
#include <cmath>
#include <iostream>
#include <utility>

#include "cli/terminal/progress.hpp"
#include "isotypic/base/text.hpp"

namespace isotypic::cli {
namespace {

std::string step_line(const experiments::TrainingStep& step, std::int64_t width) {
  std::string text = "  " + printable(step.name) + ": epoch " + std::to_string(step.epoch) + "/" +
                     std::to_string(step.epochs) + ", validation " + step.metric + " " +
                     format_number(step.score);
  if (step.best_epoch > 0) {
    text += ", best " + format_number(step.best) + " at " + std::to_string(step.best_epoch);
  }
  if (step.patience_left) text += ", patience " + std::to_string(*step.patience_left);
  return cut_to_width(text, width - 1);
}

}  // namespace

std::optional<TimeLeft> time_left(const TrainingsState& state) {
  if (state.epochs == 0 || state.under_way.empty()) return std::nullopt;
  const auto most = static_cast<double>(state.under_way.begin()->second.epochs);
  const double expected = state.finished == 0 ? most
                                              : static_cast<double>(state.finished_epochs) /
                                                    static_cast<double>(state.finished);
  const std::int64_t open = state.progress.total - state.progress.done;
  const std::int64_t waiting = std::max<std::int64_t>(0, open - std::ssize(state.under_way));
  double epochs = expected * static_cast<double>(waiting);
  for (const auto& [job, step] : state.under_way) {
    epochs += std::max(1.0, expected - static_cast<double>(step.epoch));
  }
  return TimeLeft{.seconds = epochs * state.progress.seconds / static_cast<double>(state.epochs),
                  .at_most = state.finished == 0};
}

std::vector<std::string> trainings_lines(const std::string& label, const TrainingsState& state,
                                         std::int64_t width) {
  run::Progress bar = state.progress;
  bar.resumed = bar.done;  // the bar alone would count whole trainings
  const auto left = time_left(state);
  const std::string time = left ? std::string(left->at_most ? ", at most " : ", ") +
                                      format_duration(std::max(1.0, std::round(left->seconds))) +
                                      " left"
                                : "";
  std::vector<std::string> lines = {progress_line(label, bar, width - display_width(time)) + time};
  for (const auto& [job, step] : state.under_way) lines.push_back(step_line(step, width));
  return lines;
}

TrainingsDisplay::TrainingsDisplay(std::string label)
    : label_(std::move(label)), lines_([this](std::int64_t width) {
        TrainingsState now = state_;
        now.progress.seconds += std::chrono::duration<double>(Clock::now() - updated_).count();
        return trainings_lines(label_, now, width);
      }) {}

void TrainingsDisplay::update(const run::Progress& progress) {
  lines_.change([&] {
    state_.progress = progress;
    updated_ = Clock::now();
  });
}

void TrainingsDisplay::update(const experiments::TrainingStep& step) {
  lines_.change([&] {
    state_.under_way[step.job] = step;
    ++state_.epochs;
  });
}

void TrainingsDisplay::end(std::int64_t job) {
  lines_.change([&] {
    const auto found = state_.under_way.find(job);
    if (found == state_.under_way.end()) return;
    ++state_.finished;
    state_.finished_epochs += found->second.epoch;
    state_.under_way.erase(found);
  });
}

void TrainingsDisplay::note(const std::string& line) {
  lines_.print_above([&] { std::cerr << line << std::endl; });
}

}  // namespace isotypic::cli
