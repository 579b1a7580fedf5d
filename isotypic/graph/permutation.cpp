#include "isotypic/graph/permutation.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

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

SparsePermutation conjugate(const SparsePermutation& p, std::span<const std::int32_t> position) {
  std::vector<Move> moves;
  moves.reserve(p.points.size());
  for (std::size_t i = 0; i < p.points.size(); ++i) {
    moves.emplace_back(position[p.points[i]], position[p.images[i]]);
  }
  return from_moves(std::move(moves));
}

std::string cycle_notation(const SparsePermutation& p) {
  if (p.points.empty()) return "()";
  const auto index_of = [&](std::int32_t point) {
    return std::lower_bound(p.points.begin(), p.points.end(), point) - p.points.begin();
  };
  std::vector<bool> written(p.points.size(), false);
  std::string text;
  for (std::size_t start = 0; start < p.points.size(); ++start) {
    if (written[start]) continue;
    char separator = '(';
    for (auto i = static_cast<std::ptrdiff_t>(start); !written[i]; i = index_of(p.images[i])) {
      written[i] = true;
      text += separator + std::to_string(p.points[i]);
      separator = ' ';
    }
    text += ')';
  }
  return text;
}

}  // namespace isotypic
