#include "isotypic/explore/internal/packing.hpp"

#include <zlib.h>

#include <charconv>
#include <cstdint>

#include "isotypic/base/error.hpp"
#include "isotypic/base/sha256.hpp"

namespace isotypic::explore {

std::string base64(std::string_view bytes) {
  constexpr std::string_view alphabet =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  text.reserve((bytes.size() + 2) / 3 * 4);
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::uint32_t group = 0;
    for (std::size_t j = i; j < i + 3; ++j) {
      group = group << 8U | (j < bytes.size() ? static_cast<unsigned char>(bytes[j]) : 0U);
    }
    for (std::size_t j = 0; j < 4; ++j) {
      const bool filled = i + j <= bytes.size();
      text += filled ? alphabet[group >> (18 - 6 * j) & 63U] : '=';
    }
  }
  return text;
}

std::string deflated(std::string_view bytes) {
  uLongf size = ::compressBound(bytes.size());
  std::string packed(size, '\0');
  const int status =
      ::compress2(reinterpret_cast<Bytef*>(packed.data()), &size,
                  reinterpret_cast<const Bytef*>(bytes.data()), bytes.size(), Z_BEST_COMPRESSION);
  if (status != Z_OK) fail_as(ErrorKind::Runtime, "deflated", "zlib failed with status ", status);
  packed.resize(size);
  return base64(packed);
}

std::string policy_hash(std::string_view script) {
  const std::string digits = sha256(script);
  std::string bytes;
  for (std::size_t i = 0; i + 1 < digits.size(); i += 2) {
    unsigned value = 0;
    std::from_chars(digits.data() + i, digits.data() + i + 2, value, 16);
    bytes += static_cast<char>(value);
  }
  return "sha256-" + base64(bytes);
}

}  // namespace isotypic::explore
