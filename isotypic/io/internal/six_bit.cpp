#include "isotypic/io/internal/six_bit.hpp"

#include <iomanip>

#include "isotypic/base/error.hpp"
#include "isotypic/io/parse_options.hpp"

namespace isotypic {
namespace {

constexpr char escape = 126;  // announces a longer size field

bool is_six_bit(char byte) { return byte >= six_bit_zero && byte <= escape; }

}  // namespace

SizeField parse_size_field(const char* where, std::string_view text) {
  if (text.empty()) fail(where, "the line is empty: even the graph without nodes is written '?'");
  // One byte; '~' and three bytes; '~~' and six bytes.
  std::size_t begin = 0;
  std::size_t end = 1;
  if (text[0] == escape) {
    begin = text.size() > 1 && text[1] == escape ? 2 : 1;
    end = begin == 2 ? 8 : 4;
  }
  if (text.size() < end) {
    fail(where, "the line is truncated: its size field needs ", end, " bytes, it has ",
         text.size());
  }
  check_six_bit_bytes(where, text.substr(0, end), 0);
  std::int64_t num_nodes = 0;
  for (std::size_t i = begin; i < end; ++i) num_nodes = num_nodes * 64 + (text[i] - six_bit_zero);
  if (num_nodes > max_nodes) {
    fail(where, "the number of nodes must be in 0..", max_nodes, ", not ", num_nodes);
  }
  return {.num_nodes = num_nodes, .length = static_cast<std::int64_t>(end)};
}

void append_size_field(std::string& text, std::int64_t num_nodes) {
  int digits = 1;
  if (num_nodes > 62) {
    digits = num_nodes <= 258047 ? 3 : 6;
    text.append(digits == 3 ? 1 : 2, escape);
  }
  for (int shift = 6 * (digits - 1); shift >= 0; shift -= 6) {
    text.push_back(static_cast<char>(((num_nodes >> shift) & 63) + six_bit_zero));
  }
}

void check_six_bit_bytes(const char* where, std::string_view body, std::int64_t column) {
  bool valid = true;
  for (const char byte : body) valid &= is_six_bit(byte);  // no early exit, so that it vectorises
  if (valid) return;
  std::size_t at = 0;
  while (is_six_bit(body[at])) ++at;
  fail(where, "byte 0x", std::hex, std::setfill('0'), std::setw(2),
       static_cast<int>(static_cast<unsigned char>(body[at])), std::dec, " at column ",
       column + static_cast<std::int64_t>(at) + 1, " is outside 63..126");
}

}  // namespace isotypic
