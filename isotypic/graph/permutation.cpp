#include "isotypic/graph/permutation.hpp"

#include <algorithm>
#include <charconv>
#include <numeric>
#include <system_error>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/fields.hpp"

namespace isotypic {

bool is_permutation(std::span<const std::int32_t> images) {
  std::vector<bool> seen(images.size(), false);
  for (const std::int32_t image : images) {
    if (image < 0 || std::cmp_greater_equal(image, images.size()) || seen[image]) return false;
    seen[image] = true;
  }
  return true;
}

Permutation identity_permutation(std::int64_t n) {
  Permutation p(n);
  std::iota(p.begin(), p.end(), 0);
  return p;
}

Permutation inverse(std::span<const std::int32_t> p) {
  Permutation result(p.size());
  for (std::size_t v = 0; v < p.size(); ++v) result[p[v]] = static_cast<std::int32_t>(v);
  return result;
}

Permutation compose(std::span<const std::int32_t> p, std::span<const std::int32_t> q) {
  Permutation result(p.size());
  for (std::size_t v = 0; v < p.size(); ++v) result[v] = q[p[v]];
  return result;
}

Permutation random_permutation(std::int64_t n, Random& random) {
  Permutation p = identity_permutation(n);
  for (std::int64_t i = n - 1; i > 0; --i) std::swap(p[i], p[random.below(i + 1)]);
  return p;
}

SparsePermutation from_moves(std::vector<Move> moves) {
  std::sort(moves.begin(), moves.end());
  SparsePermutation result;
  result.points.reserve(moves.size());
  result.images.reserve(moves.size());
  for (const auto& [point, image] : moves) {
    result.points.push_back(point);
    result.images.push_back(image);
  }
  return result;
}

SparsePermutation to_sparse(std::span<const std::int32_t> p) {
  // Most of a sparse permutation is fixed points: whole blocks of them are skipped by a loop
  // without branches, which the compiler turns into vector instructions.
  constexpr std::size_t block = 256;
  SparsePermutation result;
  for (std::size_t begin = 0; begin < p.size(); begin += block) {
    const auto end = static_cast<std::int32_t>(std::min(begin + block, p.size()));
    std::int32_t difference = 0;
    for (auto v = static_cast<std::int32_t>(begin); v < end; ++v) difference |= p[v] ^ v;
    if (difference == 0) continue;
    for (auto v = static_cast<std::int32_t>(begin); v < end; ++v) {
      if (p[v] == v) continue;
      result.points.push_back(v);
      result.images.push_back(p[v]);
    }
  }
  return result;
}

Permutation to_dense(const SparsePermutation& p, std::int64_t n) {
  Permutation result = identity_permutation(n);
  for (std::size_t i = 0; i < p.points.size(); ++i) result[p.points[i]] = p.images[i];
  return result;
}

std::int32_t image_of(const SparsePermutation& p, std::int32_t point) {
  const auto found = std::lower_bound(p.points.begin(), p.points.end(), point);
  if (found == p.points.end() || *found != point) return point;
  return p.images[found - p.points.begin()];
}

SparsePermutation inverse(const SparsePermutation& p) {
  std::vector<Move> moves;
  moves.reserve(p.points.size());
  for (std::size_t i = 0; i < p.points.size(); ++i) moves.emplace_back(p.images[i], p.points[i]);
  return from_moves(std::move(moves));
}

SparsePermutation conjugate(const SparsePermutation& p, std::span<const std::int32_t> position) {
  std::vector<Move> moves;
  moves.reserve(p.points.size());
  for (std::size_t i = 0; i < p.points.size(); ++i) {
    moves.emplace_back(position[p.points[i]], position[p.images[i]]);
  }
  return from_moves(std::move(moves));
}

std::string cycle_notation(const SparsePermutation& p, const CycleStyle& style) {
  if (p.points.empty()) return "()";
  const auto index_of = [&](std::int32_t point) {
    return std::lower_bound(p.points.begin(), p.points.end(), point) - p.points.begin();
  };
  std::vector<bool> written(p.points.size(), false);
  std::string text;
  for (std::size_t start = 0; start < p.points.size(); ++start) {
    if (written[start]) continue;
    text += '(';
    for (auto i = static_cast<std::ptrdiff_t>(start); !written[i]; i = index_of(p.images[i])) {
      written[i] = true;
      if (text.back() != '(') text += style.separator;
      text += std::to_string(p.points[i] + style.first);
    }
    text += ')';
  }
  return text;
}

namespace {

/// Reads cycle notation from left to right.
class CycleReader {
 public:
  CycleReader(std::string_view text, std::int64_t n, std::int32_t first)
      : text_(text), first_(first), images_(identity_permutation(n)), seen_(n, false) {}

  Permutation read() {
    skip_blanks();
    if (at_end()) stop("expected '('");
    while (!at_end()) {
      if (text_[place_] != '(') stop("expected '('");
      ++place_;
      read_cycle();
      skip_blanks();
    }
    return std::move(images_);
  }

 private:
  [[nodiscard]] bool at_end() const { return place_ == text_.size(); }
  [[noreturn]] void stop(const std::string& why) const {
    fail("parse_cycles", in_quotes(text_), ": ", why, " at character ", place_ + 1);
  }
  void skip_blanks() {
    while (!at_end() && (text_[place_] == ' ' || text_[place_] == '\t')) ++place_;
  }

  void read_cycle() {
    std::vector<std::int32_t> cycle;
    for (skip_blanks(); at_end() || text_[place_] != ')'; skip_blanks()) {
      if (!cycle.empty() && !at_end() && text_[place_] == ',') {
        ++place_;
        skip_blanks();
      }
      cycle.push_back(read_point());
    }
    ++place_;
    for (std::size_t i = 0; i < cycle.size(); ++i) {
      images_[cycle[i]] = cycle[(i + 1) % cycle.size()];
    }
  }

  std::int32_t read_point() {
    if (at_end()) stop("a cycle does not end: expected a point or ')'");
    std::int64_t number = 0;
    const auto [end, failure] =
        std::from_chars(text_.data() + place_, text_.data() + text_.size(), number);
    if (failure != std::errc()) stop("expected a point or ')'");
    const std::int64_t point = number - first_;
    if (number < first_ || std::cmp_greater_equal(point, images_.size())) {
      stop("there is no point " + std::to_string(number) + "; there are " +
           std::to_string(images_.size()) + ", counted from " + std::to_string(first_) + ",");
    }
    if (seen_[point]) stop("point " + std::to_string(number) + " occurs twice,");
    seen_[point] = true;
    place_ = end - text_.data();
    return static_cast<std::int32_t>(point);
  }

  std::string_view text_;
  std::int32_t first_;
  Permutation images_;
  std::vector<bool> seen_;
  std::size_t place_ = 0;
};

}  // namespace

Permutation parse_cycles(std::string_view text, std::int64_t n, std::int32_t first) {
  return CycleReader(text, n, first).read();
}

}  // namespace isotypic
