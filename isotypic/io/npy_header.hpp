// The header of an .npy file: a Python dictionary that says type, order and shape.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isotypic {

/// The function that errors name, whichever part of the file they are in.
inline constexpr const char* parse_npy_name = "parse_npy";

struct NpyHeader {
  char kind = 0;               ///< 'S' bytes, 'U' code points, 'f' floating point, 'i' integer
  std::int64_t item_size = 0;  ///< bytes per value
  bool fortran_order = false;
  std::vector<std::int64_t> shape;
  std::int64_t data_begin = 0;  ///< where the values begin in the file

  /// The number of values.
  [[nodiscard]] std::int64_t count() const;
};

/// The header of an .npy file. The declared size has been checked to be exactly that of the bytes
/// after the header. Throws Error on anything that is not a plain little-endian array of at most
/// two dimensions.
[[nodiscard]] NpyHeader parse_npy_header(std::string_view bytes);

/// Magic, version and header of a C-order array; `descr` is NumPy's name of the type.
[[nodiscard]] std::string format_npy_header(std::string_view descr,
                                            const std::vector<std::int64_t>& shape);

}  // namespace isotypic
