// The format of LMDB's files, "data version 1" of LMDB 0.9, as lmdb's mdb.c declares it. Private to
// channels/.
#pragma once

#include <cstdint>
#include <cstring>
#include <string_view>

namespace isotypic::lmdb_format {

inline constexpr std::uint32_t lmdb_magic = 0xBEEFC0DE;
inline constexpr std::uint32_t lmdb_version = 1;
inline constexpr std::uint64_t old_cache_mark = 0x3148434349504F53ULL;
inline constexpr std::uint64_t no_page = ~std::uint64_t{0};
inline constexpr std::uint16_t branch_page = 1;
inline constexpr std::uint16_t leaf_page = 2;
inline constexpr std::uint16_t overflow_page = 4;
inline constexpr std::uint16_t value_is_elsewhere = 1;
inline constexpr std::uint64_t max_depth = 32;
inline constexpr std::uint64_t num_meta_pages = 2;
inline constexpr std::uint16_t kinds_of_trees =
    0x3f;  // the flags that say how keys and values are kept
inline constexpr std::uint16_t keys_are_numbers = 0x08;  // those of the free list: transactions
inline constexpr std::uint64_t most_transactions = std::uint64_t{1} << 62;

struct PageHeader {
  std::uint64_t number;
  std::uint16_t pad;
  std::uint16_t flags;
  std::uint16_t lower;  // with upper: the number of pages, of an overflow page
  std::uint16_t upper;
};
static_assert(sizeof(PageHeader) == 16);

struct Tree {
  std::uint32_t pad;
  std::uint16_t flags;
  std::uint16_t depth;
  std::uint64_t branches;
  std::uint64_t leaves;
  std::uint64_t overflows;
  std::uint64_t entries;
  std::uint64_t root;
};

struct Meta {
  std::uint32_t magic;
  std::uint32_t version;
  std::uint64_t address;
  std::uint64_t map_size;
  Tree free;
  Tree main;
  std::uint64_t last_page;
  std::uint64_t transaction;
};

struct NodeHeader {
  std::uint16_t low;  // of the size of the value, or of a page number
  std::uint16_t high;
  std::uint16_t flags;
  std::uint16_t key_bytes;
};
static_assert(sizeof(NodeHeader) == 8);

template <typename Value>
Value read_value(std::string_view bytes, std::size_t at) {
  Value value;
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

}  // namespace isotypic::lmdb_format
