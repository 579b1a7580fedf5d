// A progress bar for the channels of a data set.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "cli/terminal/progress.hpp"

namespace isotypic::cli {

/// The bar appears with the first call and goes away with the last.
class ChannelsProgress {
 public:
  explicit ChannelsProgress(std::string label) : label_(std::move(label)) {}

  [[nodiscard]] std::function<void(std::int64_t, std::int64_t)> callback() {
    return [this](std::int64_t done, std::int64_t total) {
      if (!bar_) bar_.emplace(label_);
      bar_->update({.done = done, .total = total});
      if (done == total) bar_.reset();
    };
  }

 private:
  std::string label_;
  std::optional<ProgressBar> bar_;
};

}  // namespace isotypic::cli
