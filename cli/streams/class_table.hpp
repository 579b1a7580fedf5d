// ClassTable: which classes of isomorphic graphs have been seen.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic::cli {

/// The numbers of classes by their hashes, in one array: a lookup touches one line of the cache,
/// where std::unordered_map follows three pointers. The hashes are random already.
class ClassTable {
 public:
  /// -1 if there is none.
  [[nodiscard]] std::int64_t find(const Hash128& hash) const { return slots_[slot(hash)].number; }

  /// The number of the class, `next` if it is new; and whether it is.
  std::pair<std::int64_t, bool> add(const Hash128& hash, std::int64_t next) {
    Slot& own = slots_[slot(hash)];
    if (own.number >= 0) return {own.number, false};
    own = {hash, next};
    if (2 * ++size_ > slots_.size()) grow();
    return {next, true};
  }

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  struct Slot {
    Hash128 hash;
    std::int64_t number = -1;
  };

  /// Where the hash is, or the empty slot where it belongs.
  [[nodiscard]] std::size_t slot(const Hash128& hash) const {
    const std::size_t mask = slots_.size() - 1;
    std::size_t at = hash.low & mask;
    while (slots_[at].number >= 0 && slots_[at].hash != hash) at = (at + 1) & mask;
    return at;
  }

  void grow() {
    std::vector<Slot> old(2 * slots_.size());
    old.swap(slots_);
    for (const Slot& own : old) {
      if (own.number >= 0) slots_[slot(own.hash)] = own;
    }
  }

  std::vector<Slot> slots_ = std::vector<Slot>(1024);  // a power of two, at most half full
  std::size_t size_ = 0;
};

}  // namespace isotypic::cli
