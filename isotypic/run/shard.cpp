#include "isotypic/run/shard.hpp"

#include <charconv>

#include "isotypic/base/error.hpp"

namespace isotypic::run {

Shard parse_shard(std::string_view text) {
  Shard shard;
  const char* end = text.data() + text.size();
  const auto index = std::from_chars(text.data(), end, shard.index);
  const bool slash = index.ec == std::errc() && index.ptr != end && *index.ptr == '/';
  const auto count = slash ? std::from_chars(index.ptr + 1, end, shard.count) : index;
  if (!slash || count.ec != std::errc() || count.ptr != end) {
    fail("parse_shard", "a shard is written i/N, such as 0/4; got \"", text, '"');
  }
  if (shard.count < 1 || shard.index < 0 || shard.index >= shard.count) {
    fail("parse_shard", "N shards are numbered from 0/N to (N-1)/N; got ", text);
  }
  return shard;
}

std::string to_string(const Shard& shard) {
  return std::to_string(shard.index) + "/" + std::to_string(shard.count);
}

}  // namespace isotypic::run
