#include "isotypic/report/plot/palette.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <span>

namespace isotypic::report {
namespace {

using Rgb = std::array<double, 3>;

constexpr std::array<Rgb, 5> sequential_stops = {
    {{0, 52, 110}, {65, 77, 107}, {123, 123, 120}, {187, 174, 108}, {254, 232, 56}}};
constexpr std::array<Rgb, 5> diverging_stops = {
    {{0, 92, 175}, {93, 163, 219}, {190, 193, 198}, {240, 160, 80}, {200, 70, 0}}};

std::string hex(const Rgb& colour) {
  std::array<int, 3> rounded{};
  for (std::size_t i = 0; i < 3; ++i) rounded[i] = static_cast<int>(std::lround(colour[i]));
  std::array<char, 8> text{};
  (void)std::snprintf(text.data(), text.size(), "#%02x%02x%02x", rounded[0] & 255, rounded[1] & 255,
                      rounded[2] & 255);
  return text.data();
}

Rgb mix(const Rgb& a, const Rgb& b, double t) {
  return {std::lerp(a[0], b[0], t), std::lerp(a[1], b[1], t), std::lerp(a[2], b[2], t)};
}

std::string interpolate(std::span<const Rgb> stops, double t) {
  const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double fraction = place - static_cast<double>(below);
  return hex(mix(stops[below], stops[below + 1], fraction));
}

Rgb from_hex(const std::string& text) {
  const auto part = [&](std::size_t at) {
    return static_cast<double>(std::stoi(text.substr(at, 2), nullptr, 16));
  };
  return {part(1), part(3), part(5)};
}

}  // namespace

std::string class_colour(std::int64_t i) {
  const std::string colour = categorical_colour(i);
  const auto shade = (i / std::ssize(categorical_colours)) % 3;
  if (shade == 0) return colour;
  constexpr Rgb white = {255, 255, 255}, black = {0, 0, 0};
  return hex(shade == 1 ? mix(from_hex(colour), white, 0.5) : mix(from_hex(colour), black, 0.45));
}

std::string sequential_colour(double t) { return interpolate(sequential_stops, t); }
std::string diverging_colour(double t) { return interpolate(diverging_stops, (t + 1) / 2); }

}  // namespace isotypic::report
