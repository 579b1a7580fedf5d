#include "isotypic/base/team.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <exception>
#include <mutex>
#include <thread>
#include <utility>
#include <vector>

#include "isotypic/base/parallel.hpp"

namespace isotypic {
namespace {

/// How long somebody looks for work before it sleeps: longer than most pauses between two loops of
/// a training step, and too short to matter to a machine that has other work.
constexpr auto patience = std::chrono::microseconds(30);

/// Waits until ready(value) holds, and returns the value.
template <typename Ready>
std::uint32_t wait_until(const std::atomic<std::uint32_t>& value, Ready&& ready) {
  std::uint32_t seen = value.load(std::memory_order_acquire);
  const auto start = std::chrono::steady_clock::now();
  while (!ready(seen) && std::chrono::steady_clock::now() - start < patience) {
    seen = value.load(std::memory_order_acquire);
  }
  while (!ready(seen)) {
    value.wait(seen, std::memory_order_acquire);
    seen = value.load(std::memory_order_acquire);
  }
  return seen;
}

}  // namespace

/// `state_` holds everything that threads agree about: how many helpers are in the loop, whether
/// more may enter, whether the team ends, and the number of the loop.
struct Team::Helpers {
  explicit Helpers(std::int64_t count) {
    for (std::int64_t i = 0; i < count; ++i) threads_.emplace_back([this] { help(); });
  }

  ~Helpers() {
    state_.fetch_or(ends, std::memory_order_release);
    state_.notify_all();
  }

  void run(std::int64_t count, Call call, const void* body) {
    count_ = count;
    call_ = call;
    body_ = body;
    next_.store(0, std::memory_order_relaxed);
    const std::uint32_t number = state_.load(std::memory_order_relaxed) & ~(one_loop - 1);
    state_.store((number + one_loop) | open, std::memory_order_release);
    state_.notify_all();
    work();
    state_.fetch_and(~open, std::memory_order_relaxed);
    wait_until(state_, [](std::uint32_t state) { return (state & helpers) == 0; });
    if (failure_) std::rethrow_exception(std::exchange(failure_, nullptr));
  }

 private:
  static constexpr std::uint32_t open = 1U << 12U;
  static constexpr std::uint32_t ends = 1U << 13U;
  static constexpr std::uint32_t one_loop = 1U << 14U;
  static constexpr std::uint32_t helpers = open - 1;

  void help() {
    std::uint32_t last = 0;  // the number of the loop that it helped with
    for (;;) {
      std::uint32_t state = wait_until(state_, [&](std::uint32_t now) {
        return (now & ends) != 0 || ((now & open) != 0 && now / one_loop != last);
      });
      if ((state & ends) != 0) return;
      if (!state_.compare_exchange_strong(state, state + 1, std::memory_order_acq_rel)) continue;
      last = state / one_loop;
      work();
      const std::uint32_t before = state_.fetch_sub(1, std::memory_order_release);
      if ((before & (open | helpers)) == 1) state_.notify_all();
    }
  }

  void work() {
    for (std::int64_t i = next_++; i < count_; i = next_++) {
      try {
        call_(body_, i);
      } catch (...) {
        const std::scoped_lock lock(failure_mutex_);
        if (!failure_ || i < failed_item_) {
          failed_item_ = i;
          failure_ = std::current_exception();
        }
        next_ = count_;
      }
    }
  }

  // Of the loop under way: written while no helper is in it.
  std::int64_t count_ = 0;
  Call call_ = nullptr;
  const void* body_ = nullptr;
  std::exception_ptr failure_;
  std::int64_t failed_item_ = 0;
  std::mutex failure_mutex_;

  alignas(64) std::atomic<std::int64_t> next_ = 0;
  alignas(64) std::atomic<std::uint32_t> state_ = 0;
  std::vector<std::jthread> threads_;  // last: they end before what they use
};

thread_local Team::Helpers* Team::current_ = nullptr;

Team::Team(std::int64_t threads) : before_(current_) {
  constexpr std::int64_t most = 1024;  // the state has room for four times as many
  if (threads <= 0) threads = default_threads();
  if (threads > 1) helpers_ = std::make_unique<Helpers>(std::min(threads, most) - 1);
  current_ = helpers_.get();
}

Team::~Team() { current_ = before_; }

void Team::run(std::int64_t count, Call call, const void* body) {
  if (current_ == nullptr || count < 2) {
    for (std::int64_t i = 0; i < count; ++i) call(body, i);
    return;
  }
  struct Inside {  // loops in the loop have no helpers
    Helpers* helpers = std::exchange(current_, nullptr);
    ~Inside() { current_ = helpers; }
  } const inside;
  inside.helpers->run(count, call, body);
}

}  // namespace isotypic
