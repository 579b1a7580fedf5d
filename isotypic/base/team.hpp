// Team: threads that wait for the short loops of one thread.
//
// parallel_for() starts its threads anew, which takes longer than the loops of a training step. A
// team keeps them, and a loop begins in about a microsecond.
#pragma once

#include <cstdint>
#include <memory>
#include <type_traits>

namespace isotypic {

/// While it lives, share_loop() in the thread that made it uses `threads` threads (0: one per
/// core). The innermost team counts. Other threads, its helpers among them, do not see it.
class Team {
 public:
  explicit Team(std::int64_t threads);
  ~Team();
  Team(const Team&) = delete;
  Team& operator=(const Team&) = delete;

  /// Whether the calling thread has no team: share_loop() then calls its body in order.
  [[nodiscard]] static bool is_absent() { return current_ == nullptr; }

 private:
  struct Helpers;
  static thread_local Helpers* current_;  ///< of this thread; null: it works alone
  std::unique_ptr<Helpers> helpers_;
  Helpers* before_;  ///< those of the team around this one

  using Call = void (*)(const void* body, std::int64_t item);
  static void run(std::int64_t count, Call call, const void* body);
  template <typename Body>
  friend void share_loop(std::int64_t count, const Body& body);
};

/// Calls body(i) for every i in 0..count-1, in any order, on the threads of the team; without one,
/// and inside another such loop, in order on the calling thread. Whoever is free takes the next
/// item; helpers that come too late are not waited for. The exception of the lowest item that threw
/// is rethrown at the end; items not yet begun are skipped then.
template <typename Body>
void share_loop(std::int64_t count, const Body& body) {
  Team::run(
      count,
      [](const void* own, std::int64_t item) {
        (*static_cast<const std::remove_reference_t<Body>*>(own))(item);
      },
      &body);
}

}  // namespace isotypic
