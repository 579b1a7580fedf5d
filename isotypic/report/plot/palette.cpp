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

std::string interpolate(std::span<const Rgb> stops, double t) {
  const double place = std::clamp(t, 0.0, 1.0) * static_cast<double>(stops.size() - 1);
  const std::size_t below = std::min(static_cast<std::size_t>(place), stops.size() - 2);
  const double fraction = place - static_cast<double>(below);
  std::array<int, 3> mixed{};
  for (std::size_t i = 0; i < 3; ++i) {
    mixed[i] =
        static_cast<int>(std::lround(std::lerp(stops[below][i], stops[below + 1][i], fraction)));
  }
  std::array<char, 8> text{};
  (void)std::snprintf(text.data(), text.size(), "#%02x%02x%02x", mixed[0] & 255, mixed[1] & 255,
                      mixed[2] & 255);
  return text.data();
}

}  // namespace

std::string sequential_colour(double t) { return interpolate(sequential_stops, t); }
std::string diverging_colour(double t) { return interpolate(diverging_stops, (t + 1) / 2); }

}  // namespace isotypic::report
