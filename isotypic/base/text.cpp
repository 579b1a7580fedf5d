#include "isotypic/base/text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace isotypic {
namespace {

constexpr char32_t replacement = 0xFFFD;

struct Decoded {
  char32_t code = replacement;
  std::size_t length = 1;
};

/// The code point at the beginning of `text`; a broken sequence is one byte of U+FFFD.
Decoded decode(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(0);
  if (lead < 0x80) return {lead, 1};
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (lead < 0xC2 || lead > 0xF4 || text.size() < length) return {};
  char32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return {};
    code = (code << 6U) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> smallest = {0, 0, 0x80, 0x800, 0x10000};
  const bool surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < smallest[length] || surrogate || code > 0x10FFFF) return {};
  return {code, length};
}

struct Range {
  char32_t first;
  char32_t last;
};

// Unicode 15: combining marks and format characters of the common scripts.
constexpr std::array<Range, 14> zero_width = {{{0x0300, 0x036F},
                                               {0x0483, 0x0489},
                                               {0x0591, 0x05BD},
                                               {0x0610, 0x061A},
                                               {0x064B, 0x065F},
                                               {0x0900, 0x0902},
                                               {0x1AB0, 0x1AFF},
                                               {0x1DC0, 0x1DFF},
                                               {0x200B, 0x200F},
                                               {0x2060, 0x2064},
                                               {0x20D0, 0x20FF},
                                               {0xFE00, 0xFE0F},
                                               {0xFE20, 0xFE2F},
                                               {0xE0100, 0xE01EF}}};
// Unicode 15: East Asian Width W and F, and emoji shown wide.
constexpr std::array<Range, 16> double_width = {{{0x1100, 0x115F},
                                                 {0x231A, 0x231B},
                                                 {0x23E9, 0x23EC},
                                                 {0x2614, 0x2615},
                                                 {0x2E80, 0x303E},
                                                 {0x3041, 0x33FF},
                                                 {0x3400, 0x4DBF},
                                                 {0x4E00, 0x9FFF},
                                                 {0xA000, 0xA4CF},
                                                 {0xAC00, 0xD7A3},
                                                 {0xF900, 0xFAFF},
                                                 {0xFE30, 0xFE6F},
                                                 {0xFF00, 0xFF60},
                                                 {0xFFE0, 0xFFE6},
                                                 {0x1F300, 0x1FAFF},
                                                 {0x20000, 0x3FFFD}}};

template <std::size_t Size>
bool contains(const std::array<Range, Size>& ranges, char32_t code) {
  return std::ranges::any_of(
      ranges, [&](const Range& range) { return code >= range.first && code <= range.last; });
}

std::int64_t width_of(char32_t code) {
  return contains(zero_width, code) ? 0 : contains(double_width, code) ? 2 : 1;
}

/// Directional overrides make text show in another order than it is read.
bool is_control(char32_t code) {
  return code < 0x20 || (code >= 0x7F && code < 0xA0) || (code >= 0x202A && code <= 0x202E) ||
         (code >= 0x2066 && code <= 0x2069) || code == 0x2028 || code == 0x2029;
}

template <typename Number>
std::string shortest(Number value) {
  std::array<char, 64> text{};
  char* const end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return {text.data(), end};
}

}  // namespace

void append_utf8(std::string& out, char32_t code) {
  const auto tail = [&](unsigned shift) {
    out += static_cast<char>(0x80U | ((code >> shift) & 0x3FU));
  };
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xC0U | (code >> 6U));
    tail(0);
  } else if (code < 0x10000) {
    out += static_cast<char>(0xE0U | (code >> 12U));
    tail(6), tail(0);
  } else {
    out += static_cast<char>(0xF0U | (code >> 18U));
    tail(12), tail(6), tail(0);
  }
}

std::string printable(std::string_view text) {
  std::string out;
  while (!text.empty()) {
    const Decoded next = decode(text);
    const bool space = next.code == '\n' || next.code == '\t' || next.code == '\r';
    append_utf8(out, space ? U' ' : is_control(next.code) ? replacement : next.code);
    text.remove_prefix(next.length);
  }
  return out;
}

std::int64_t display_width(std::string_view text) {
  std::int64_t width = 0;
  while (!text.empty()) {
    const Decoded next = decode(text);
    width += width_of(next.code);
    text.remove_prefix(next.length);
  }
  return width;
}

std::string cut_to_width(std::string_view text, std::int64_t width) {
  if (display_width(text) <= width) return std::string(text);
  std::string out;
  std::int64_t used = 1;  // of the ellipsis
  while (!text.empty()) {
    const Decoded next = decode(text);
    used += width_of(next.code);
    if (used > width) break;
    out.append(text.substr(0, next.length));
    text.remove_prefix(next.length);
  }
  return out + "…";
}

std::string cut_front_to_width(std::string_view text, std::int64_t width) {
  std::int64_t excess = display_width(text) - width;
  if (excess <= 0) return std::string(text);
  ++excess;  // for the ellipsis
  while (excess > 0 && !text.empty()) {
    const Decoded next = decode(text);
    excess -= width_of(next.code);
    text.remove_prefix(next.length);
  }
  // Marks that were drawn over the last character cut away would now change the ellipsis.
  while (!text.empty() && width_of(decode(text).code) == 0) {
    text.remove_prefix(decode(text).length);
  }
  return "…" + std::string(text);
}

std::string wrap_words(std::string_view text, std::int64_t width, std::string_view indent) {
  std::string out;
  std::int64_t used = 0;
  const std::int64_t room = std::max<std::int64_t>(1, width - display_width(indent));
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    const std::string word = cut_to_width(text.substr(0, end), room);
    text.remove_prefix(std::min(end + 1, text.size()));
    if (word.empty()) continue;
    const std::int64_t needed = display_width(word);
    if (used > 0 && used + 1 + needed > width) {
      out.append("\n").append(indent);
      used = display_width(indent);
    } else if (used > 0) {
      out += ' ';
      ++used;
    }
    out += word;
    used += needed;
  }
  return out;
}

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : printable(text)) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string format_number(double value, int digits) {
  if (std::isnan(value)) return "–";
  if (std::isinf(value)) return value > 0 ? "inf" : "-inf";
  if (value == std::trunc(value) && std::abs(value) < 1e9) {
    return std::to_string(static_cast<std::int64_t>(value));
  }
  std::array<char, 64> text{};
  (void)std::snprintf(text.data(), text.size(), "%.*g", digits, value);
  return text.data();
}

std::string exact_number(double value) { return shortest(value); }
std::string exact_number(float value) { return shortest(value); }

std::string format_duration(double seconds) {
  if (!(seconds >= 0)) return "–";
  if (seconds < 0.001) return format_number(seconds * 1e6, 3) + " µs";
  if (seconds < 1) return format_number(seconds * 1e3, 3) + " ms";
  if (seconds < 59.95) return format_number(seconds, 3) + " s";
  const auto whole = static_cast<std::int64_t>(std::min(std::round(seconds), 9e15));
  if (whole < 3600) {
    return std::to_string(whole / 60) + " min " + std::to_string(whole % 60) + " s";
  }
  return std::to_string(whole / 3600) + " h " + std::to_string(whole % 3600 / 60) + " min";
}

}  // namespace isotypic
