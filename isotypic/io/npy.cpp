#include "isotypic/io/npy.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <type_traits>
#include <utility>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/base/text.hpp"
#include "isotypic/io/npy_header.hpp"

namespace isotypic {
namespace {

static_assert(std::endian::native == std::endian::little, "values are read as they lie in memory");

template <typename Stored>
Stored load(std::string_view item) {
  Stored value = {};
  std::memcpy(&value, item.data(), sizeof(Stored));
  return value;
}

void append_code_point(std::string& text, std::uint32_t code) {
  if (code > 0x10ffff || (code >= 0xd800 && code <= 0xdfff)) {
    fail(parse_npy_name, "a string holds ", code, ", which is not a Unicode code point");
  }
  append_utf8(text, code);
}

std::string load_string(const NpyHeader& header, std::string_view item) {
  std::string text;
  if (header.kind == 'S') {
    text = item;
  } else {
    for (std::size_t i = 0; i < item.size(); i += 4) {
      append_code_point(text, load<std::uint32_t>(item.substr(i, 4)));
    }
  }
  text.erase(text.find_last_not_of('\0') + 1);
  return text;
}

template <typename Value>
Value load_value(const NpyHeader& header, std::string_view item) {
  if constexpr (std::is_same_v<Value, std::string>) {
    return load_string(header, item);
  } else if constexpr (std::is_same_v<Value, double>) {
    return header.item_size == 4 ? load<float>(item) : load<double>(item);
  } else {
    return load<Value>(item);
  }
}

template <typename Value>
void check_type(const NpyHeader& header) {
  const char kind = header.kind;
  if constexpr (std::is_same_v<Value, std::string>) {
    if (kind != 'S' && kind != 'U') fail(parse_npy_name, "the array holds numbers, not strings");
  } else if constexpr (std::is_same_v<Value, std::int64_t>) {
    if (kind != 'i') fail(parse_npy_name, "the array does not hold 64-bit integers");
  } else if constexpr (std::is_same_v<Value, float>) {
    if (kind != 'f' || header.item_size != 4)
      fail(parse_npy_name, "the array does not hold float32");
  } else {
    if (kind != 'f') fail(parse_npy_name, "the array does not hold floating point numbers");
  }
}

}  // namespace

template <typename Value>
NpyArray<Value> parse_npy(std::string_view bytes) {
  const NpyHeader header = parse_npy_header(bytes);
  check_type<Value>(header);
  return translate_exceptions(parse_npy_name, [&] {
    const std::string_view data = bytes.substr(header.data_begin);
    const bool transposed = header.fortran_order && header.shape.size() == 2;
    const std::int64_t rows = transposed ? header.shape[0] : 1;
    const std::int64_t columns = transposed ? header.shape[1] : header.count();
    NpyArray<Value> array{.shape = header.shape};
    if (header.count() == 0) return array;  // the other extent may be any number
    array.values.reserve(header.count());
    for (std::int64_t row = 0; row < rows; ++row) {
      for (std::int64_t column = 0; column < columns; ++column) {
        const std::int64_t index = column * rows + row;
        array.values.push_back(
            load_value<Value>(header, data.substr(index * header.item_size, header.item_size)));
      }
    }
    return array;
  });
}

template <typename Value>
NpyArray<Value> read_npy(const std::string& path) {
  const std::string bytes = read_file(path);
  try {
    return parse_npy<Value>(bytes);
  } catch (const Error& error) {
    fail_as(error.kind(), "read_npy", path, ": ", error.reason());
  }
}

template <typename Value>
std::string format_npy(const NpyArray<Value>& array) {
  std::int64_t count = 1;
  for (const std::int64_t extent : array.shape) count *= extent;
  if (array.shape.size() > 2 || std::cmp_not_equal(array.values.size(), count)) {
    fail("format_npy", array.values.size(), " values do not fill a shape of ", array.shape.size(),
         " dimensions and ", count, " values");
  }
  return translate_exceptions("format_npy", [&] {
    std::string bytes = format_npy_header(sizeof(Value) == 4 ? "<f4" : "<f8", array.shape);
    bytes.append(reinterpret_cast<const char*>(array.values.data()),
                 array.values.size() * sizeof(Value));
    return bytes;
  });
}

template <typename Value>
void write_npy(const std::string& path, const NpyArray<Value>& array) {
  write_file(path, format_npy(array));
}

template NpyArray<std::string> parse_npy(std::string_view);
template NpyArray<double> parse_npy(std::string_view);
template NpyArray<float> parse_npy(std::string_view);
template NpyArray<std::int64_t> parse_npy(std::string_view);
template NpyArray<std::string> read_npy(const std::string&);
template NpyArray<double> read_npy(const std::string&);
template NpyArray<float> read_npy(const std::string&);
template NpyArray<std::int64_t> read_npy(const std::string&);
template std::string format_npy(const NpyArray<double>&);
template std::string format_npy(const NpyArray<float>&);
template void write_npy(const std::string&, const NpyArray<double>&);
template void write_npy(const std::string&, const NpyArray<float>&);

}  // namespace isotypic
