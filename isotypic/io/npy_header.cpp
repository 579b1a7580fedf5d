#include "isotypic/io/npy_header.hpp"

#include <algorithm>
#include <charconv>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {
namespace {

constexpr std::string_view npy_magic = "\x93NUMPY";

/// Reads the few kinds of Python literal that a header consists of.
class Literals {
 public:
  explicit Literals(std::string_view text) : rest_(text) {}

  /// Skips blanks, then takes `token` if it comes next.
  bool accept(std::string_view token) {
    rest_.remove_prefix(std::min(rest_.find_first_not_of(" \t\r\n"), rest_.size()));
    if (!rest_.starts_with(token)) return false;
    rest_.remove_prefix(token.size());
    return true;
  }
  void expect(std::string_view token) {
    if (!accept(token)) {
      fail(parse_npy_name, "the header has ", in_quotes(rest_.substr(0, 20)), " where ",
           in_quotes(token), " was expected");
    }
  }
  std::string_view string() {
    const std::string_view quote = accept("\"") ? "\"" : "'";
    if (quote == "'") expect(quote);
    const auto end = rest_.find(quote);
    if (end == std::string_view::npos) fail(parse_npy_name, "the header has a string without end");
    const std::string_view value = rest_.substr(0, end);
    rest_.remove_prefix(end + 1);
    return value;
  }
  bool boolean() {
    if (accept("True")) return true;
    expect("False");
    return false;
  }
  std::vector<std::int64_t> tuple() {
    std::vector<std::int64_t> extents;
    expect("(");
    while (!accept(")")) {
      accept("");  // skips blanks
      const auto length = std::min(rest_.find_first_not_of("0123456789"), rest_.size());
      extents.push_back(parse_integer(parse_npy_name, "an extent", rest_.substr(0, length), 0,
                                      std::int64_t{1} << 48));
      rest_.remove_prefix(length);
      if (extents.size() > 2) fail(parse_npy_name, "the array has more than two dimensions");
      if (!accept(",")) {
        expect(")");
        break;
      }
    }
    return extents;
  }
  [[nodiscard]] bool at_end() {
    accept("");
    return rest_.empty();
  }

 private:
  std::string_view rest_;
};

/// Sets kind and item size from a type such as "<f8", "|S12" or "<U9".
void parse_type(std::string_view descr, NpyHeader& header) {
  if (descr.size() < 3) fail(parse_npy_name, "unknown type ", in_quotes(descr));
  const char order = descr[0];
  header.kind = descr[1];
  const bool is_text = header.kind == 'S' || header.kind == 'U';
  const bool is_number = descr == "<f4" || descr == "<f8" || descr == "<i8";
  if (order == '>' || (!is_text && !is_number) || (order != '<' && order != '|')) {
    fail(parse_npy_name, "type ", in_quotes(descr), " is none of <f4, <f8, <i8, |S.., <U..");
  }
  header.item_size = parse_integer(parse_npy_name, "the size of a type", descr.substr(2), 1,
                                   std::int64_t{1} << 31);
  if (header.kind == 'U') header.item_size *= 4;
}

void parse_dictionary(std::string_view text, NpyHeader& header) {
  Literals literals(text);
  bool has_type = false;
  bool has_order = false;
  bool has_shape = false;
  literals.expect("{");
  while (!literals.accept("}")) {
    const std::string_view key = literals.string();
    literals.expect(":");
    if (key == "descr" && !has_type) {
      parse_type(literals.string(), header);
      has_type = true;
    } else if (key == "fortran_order" && !has_order) {
      header.fortran_order = literals.boolean();
      has_order = true;
    } else if (key == "shape" && !has_shape) {
      header.shape = literals.tuple();
      has_shape = true;
    } else {
      fail(parse_npy_name, "unexpected key ", in_quotes(key), " in the header");
    }
    if (!literals.accept(",")) {
      literals.expect("}");
      break;
    }
  }
  if (!has_type || !has_order || !has_shape || !literals.at_end()) {
    fail(parse_npy_name, "the header is not a dictionary of descr, fortran_order and shape");
  }
}

void check_size(const NpyHeader& header, std::int64_t present) {
  // Compare by division: the product of the extents may not fit 64 bits.
  const bool is_empty =
      std::find(header.shape.begin(), header.shape.end(), 0) != header.shape.end();
  std::int64_t left = present / header.item_size;
  for (const std::int64_t extent : header.shape) left = extent > 0 ? left / extent : 0;
  const bool fits =
      is_empty ? present == 0 : left == 1 && present == header.count() * header.item_size;
  if (!fits) {
    fail(parse_npy_name, "the shape and the type do not fit the ", present,
         " bytes after the header");
  }
}

}  // namespace

std::int64_t NpyHeader::count() const {
  std::int64_t product = 1;
  for (const std::int64_t extent : shape) product *= extent;
  return product;
}

NpyHeader parse_npy_header(std::string_view bytes) {
  if (!bytes.starts_with(npy_magic))
    fail(parse_npy_name, "the file does not begin like an .npy file");
  if (bytes.size() < 8) fail(parse_npy_name, "the file is truncated within its header");
  const int version = static_cast<unsigned char>(bytes[6]);
  if (version < 1 || version > 3 || bytes[7] != 0) {
    fail(parse_npy_name, "version ", version, '.',
         static_cast<int>(static_cast<unsigned char>(bytes[7])), " is not 1.0, 2.0 or 3.0");
  }
  const std::size_t length_bytes = version == 1 ? 2 : 4;
  const std::size_t text_begin = 8 + length_bytes;
  if (bytes.size() < text_begin) fail(parse_npy_name, "the file is truncated within its header");
  std::size_t length = 0;
  for (std::size_t i = 0; i < length_bytes; ++i) {
    length |= static_cast<std::size_t>(static_cast<unsigned char>(bytes[8 + i])) << (8 * i);
  }
  if (bytes.size() - text_begin < length)
    fail(parse_npy_name, "the file is truncated within its header");
  NpyHeader header;
  header.data_begin = static_cast<std::int64_t>(text_begin + length);
  parse_dictionary(bytes.substr(text_begin, length), header);
  check_size(header, static_cast<std::int64_t>(bytes.size()) - header.data_begin);
  return header;
}

std::string format_npy_header(std::string_view descr, const std::vector<std::int64_t>& shape) {
  std::string text = "{'descr': '" + std::string(descr) + "', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    text += (i > 0 ? ", " : "") + std::to_string(shape[i]);
  }
  text += shape.size() == 1 ? ",), }" : "), }";  // as Python writes a tuple
  // NumPy aligns the values to 64 bytes and ends the header with a newline.
  constexpr std::size_t prefix = 10;
  text.append(63 - (prefix + text.size()) % 64, ' ');
  text += '\n';
  std::string bytes(npy_magic);
  bytes += {'\1', '\0', static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return bytes + text;
}

}  // namespace isotypic
