// NumPy's .npy files: arrays of strings and of numbers.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace isotypic {

/// An array of at most two dimensions, its values in row-major order.
template <typename Value>
struct NpyArray {
  std::vector<Value> values;
  std::vector<std::int64_t> shape;  ///< no, one or two extents; their product is values.size()
};

/// The array of an .npy file (versions 1.0 to 3.0, little endian, C or Fortran order).
///
/// Value says what is read: std::string takes `|S` and `<U` (as UTF-8, trailing zeros removed),
/// double takes `<f8` and `<f4`, float takes `<f4`, std::int64_t takes `<i8`. The declared shape is
/// checked against the number of bytes before anything is allocated.
///
/// Throws Error on any other type and on bad files.
template <typename Value>
[[nodiscard]] NpyArray<Value> parse_npy(std::string_view bytes);

/// Reads the file `path`; errors begin with it.
template <typename Value>
[[nodiscard]] NpyArray<Value> read_npy(const std::string& path);

/// The .npy bytes (version 1.0, C order) of an array of float or double.
/// Throws Error if shape and values do not fit together.
template <typename Value>
[[nodiscard]] std::string format_npy(const NpyArray<Value>& array);

/// Writes an array of float or double as an .npy file that appears whole or not at all.
template <typename Value>
void write_npy(const std::string& path, const NpyArray<Value>& array);

extern template NpyArray<std::string> parse_npy(std::string_view);
extern template NpyArray<double> parse_npy(std::string_view);
extern template NpyArray<float> parse_npy(std::string_view);
extern template NpyArray<std::int64_t> parse_npy(std::string_view);
extern template NpyArray<std::string> read_npy(const std::string&);
extern template NpyArray<double> read_npy(const std::string&);
extern template NpyArray<float> read_npy(const std::string&);
extern template NpyArray<std::int64_t> read_npy(const std::string&);
extern template std::string format_npy(const NpyArray<double>&);
extern template std::string format_npy(const NpyArray<float>&);
extern template void write_npy(const std::string&, const NpyArray<double>&);
extern template void write_npy(const std::string&, const NpyArray<float>&);

}  // namespace isotypic
