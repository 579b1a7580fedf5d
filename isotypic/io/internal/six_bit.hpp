// What graph6 and sparse6 share: optional headers, printable bytes of six bits, and the size field.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace isotypic {

/// The byte that stands for six zero bits; a byte's value is its distance from this one.
inline constexpr char six_bit_zero = 63;

/// The number of nodes at the start of a line, and how many bytes it took: 1, 4 or 8.
struct SizeField {
  std::int64_t num_nodes = 0;
  std::int64_t length = 0;
};

/// Reads the size field at the start of `text`. Sizes up to 2^36 - 1 can be declared; those
/// beyond max_nodes are errors. An encoding longer than necessary is accepted, as nauty does.
[[nodiscard]] SizeField parse_size_field(const char* where, std::string_view text);

/// Appends the shortest size field of `num_nodes`.
void append_size_field(std::string& text, std::int64_t num_nodes);

/// Fails, naming the byte and its column, unless every byte of `body` is in 63..126. `body` is a
/// part of the line that begins `column` bytes into it.
void check_six_bit_bytes(const char* where, std::string_view body, std::int64_t column);

}  // namespace isotypic
