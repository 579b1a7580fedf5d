// Pool: things that are made once and borrowed again and again, such as workspaces.
#pragma once

#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace isotypic {

/// Things not in use; there are never more of them than were in use at once. Thread-safe.
template <typename T>
class Pool {
 public:
  [[nodiscard]] std::unique_ptr<T> borrow() {
    const std::lock_guard<std::mutex> lock(mutex_);
    if (free_.empty()) return std::make_unique<T>();
    auto thing = std::move(free_.back());
    free_.pop_back();
    return thing;
  }

  void give_back(std::unique_ptr<T> thing) {
    const std::lock_guard<std::mutex> lock(mutex_);
    free_.push_back(std::move(thing));
  }

 private:
  std::mutex mutex_;
  std::vector<std::unique_ptr<T>> free_;
};

}  // namespace isotypic
