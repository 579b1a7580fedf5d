// How often this process has asked for memory, by new or by malloc. Linking it replaces malloc.
#pragma once

#include <cstdint>

namespace isotypic::bench {

[[nodiscard]] std::int64_t allocations();

/// Bytes of this process in memory now.
[[nodiscard]] std::int64_t resident_bytes();

}  // namespace isotypic::bench
