// Shard: one of N parts of a run, for clusters and job arrays.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isotypic::run {

/// Part `index` of `count`: the jobs whose number leaves remainder `index` when divided by `count`.
/// Neighbouring jobs tend to cost alike, so dealing them out in turn balances the parts.
struct Shard {
  std::int64_t index = 0;
  std::int64_t count = 1;

  [[nodiscard]] bool contains(std::int64_t job) const { return job % count == index; }
  friend bool operator==(const Shard&, const Shard&) = default;
};

/// Reads "i/N" with 0 <= i < N. Throws Error otherwise.
[[nodiscard]] Shard parse_shard(std::string_view text);

[[nodiscard]] std::string to_string(const Shard& shard);

}  // namespace isotypic::run
