// Exchange: connections between all ranks of a training, for messages that everyone waits for.
//
// Gloo hands a message from thread to thread on both sides: four are woken up for it. This takes
// longer than many a layer, so here the thread that waits sends and receives itself.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "isotypic/train/rank_place.hpp"

namespace isotypic::train {

/// Where ranks leave a short text for each other; take() waits until it is there.
struct Noticeboard {
  std::function<void(const std::string& key, const std::string& text)> leave;
  std::function<std::string(const std::string& key)> take;
};

/// How long a rank waits for another one.
[[nodiscard]] std::chrono::milliseconds timeout_of(const RankPlace& place);

/// A rank cannot be reached, has ended, or does not answer.
struct LostRank : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Not for several threads at once. All ranks make it, and call it, in the same order.
class Exchange {
 public:
  /// `address` is that of this machine, for the others. Throws LostRank.
  Exchange(const RankPlace& place, const std::string& address, const Noticeboard& board);
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  ~Exchange();

  /// Row r of `sent` goes to rank r, and row r of `received` comes from it. Both have one row per
  /// rank, all of one length. Throws LostRank as soon as a rank has ended, and when nothing has
  /// come for RankPlace::timeout.
  void rows(std::span<const std::byte> sent, std::span<std::byte> received);

  /// Row r of `received` is what rank r has in `own`. Throws LostRank likewise.
  void gather(std::span<const std::byte> own, std::span<std::byte> received);

 private:
  /// Calls sent(r) for what goes to rank r.
  template <typename Sent>
  void exchange(Sent&& sent, std::span<std::byte> received);
  void connect_to(std::int64_t rank, const std::string& notice);
  void accept_from_later_ranks(int listener, std::uint64_t token);

  RankPlace place_;
  std::vector<int> sockets_;  ///< one per rank, -1 for our own
};

}  // namespace isotypic::train
