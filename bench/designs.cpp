#include "bench/designs.hpp"

#include <array>
#include <numeric>
#include <utility>

namespace isotypic::bench {
namespace {

/// Points (x, y) and lines y = m * x + b over n elements, and what lies at infinity. It is a plane
/// when multiplication by each m is linear.
class AffinePlane {
 public:
  explicit AffinePlane(std::int32_t n) : n_(n) {}

  template <typename Add, typename Multiply>
  Graph incidence(const Add& add, const Multiply& multiply) {
    const std::int32_t points = n_ * n_ + n_ + 1;
    std::vector<Edge> edges;
    const auto meet = [&](std::int32_t point, std::int32_t line) {
      edges.push_back({point, points + line});
    };
    for (std::int32_t x = 0; x < n_; ++x) {
      for (std::int32_t y = 0; y < n_; ++y) meet(x * n_ + y, n_ * n_ + x);  // x constant
      for (std::int32_t m = 0; m < n_; ++m) {
        for (std::int32_t b = 0; b < n_; ++b) {
          meet(x * n_ + add(multiply(m, x), b), m * n_ + b);
        }
      }
    }
    const std::int32_t infinite = n_ * n_;
    for (std::int32_t m = 0; m < n_; ++m) {
      for (std::int32_t b = 0; b < n_; ++b) meet(infinite + m, m * n_ + b);
      meet(infinite + n_, infinite + m);  // the lines x = constant share the last point
      meet(infinite + m, infinite + n_);
    }
    meet(infinite + n_, infinite + n_);
    return make_graph(2 * static_cast<std::int64_t>(points), edges);
  }

 private:
  std::int32_t n_;
};

}  // namespace

Square paley_hadamard(std::int64_t p) {
  std::vector<char> is_square(p, 0);
  for (std::int64_t x = 1; x < p; ++x) is_square[x * x % p] = 1;
  Square h(p + 1, std::vector<std::int32_t>(p + 1, 1));
  for (std::int64_t i = 0; i < p; ++i) {
    h[i + 1][0] = -1;
    for (std::int64_t j = 0; j < p; ++j) {
      const std::int64_t difference = (j - i + p) % p;
      h[i + 1][j + 1] = difference == 0 || is_square[difference] != 0 ? 1 : -1;
    }
  }
  return h;
}

Square sylvester_hadamard(std::int64_t k) {
  Square h = {{1}};
  for (; k > 0; --k) h = double_hadamard(h);
  return h;
}

Square double_hadamard(const Square& h) {
  const std::size_t n = h.size();
  Square twice(2 * n, std::vector<std::int32_t>(2 * n));
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      twice[i][j] = twice[i][n + j] = twice[n + i][j] = h[i][j];
      twice[n + i][n + j] = -h[i][j];
    }
  }
  return twice;
}

Graph hadamard_graph(const Square& h) {
  const auto n = static_cast<std::int32_t>(h.size());
  std::vector<Edge> edges;
  for (std::int32_t i = 0; i < n; ++i) {
    for (std::int32_t j = 0; j < n; ++j) {
      const std::int32_t cross = h[i][j] == 1 ? 0 : 1;
      edges.push_back({2 * i, 2 * (n + j) + cross});
      edges.push_back({2 * i + 1, 2 * (n + j) + 1 - cross});
    }
    // The two signs of a row or column belong together.
    edges.push_back({2 * i, 2 * i + 1});
    edges.push_back({2 * (n + i), 2 * (n + i) + 1});
  }
  return make_graph(4 * static_cast<std::int64_t>(n), edges);
}

Graph projective_plane(std::int64_t q) {
  const auto n = static_cast<std::int32_t>(q);
  return AffinePlane(n).incidence([n](std::int32_t a, std::int32_t b) { return (a + b) % n; },
                                  [n](std::int32_t a, std::int32_t b) { return a * b % n; });
}

Graph hall_plane(std::int64_t q) {
  const auto p = static_cast<std::int32_t>(q);
  // f(t) = t^2 - s has no root when s is not a square.
  std::vector<char> is_square(p, 0);
  std::vector<std::int32_t> inverse(p, 0);
  for (std::int32_t x = 1; x < p; ++x) {
    is_square[x * x % p] = 1;
    for (std::int32_t y = 1; y < p; ++y) {
      if (x * y % p == 1) inverse[x] = y;
    }
  }
  std::int32_t s = 2;
  while (is_square[s] != 0) ++s;
  const auto positive = [p](std::int32_t a) { return (a % p + p) % p; };
  const auto add = [p](std::int32_t u, std::int32_t v) {
    return (u / p + v / p) % p * p + (u % p + v % p) % p;
  };
  // Hall's product of (a, b) and (c, d).
  const auto multiply = [&](std::int32_t u, std::int32_t v) {
    const std::int32_t a = u / p;
    const std::int32_t b = u % p;
    const std::int32_t c = v / p;
    const std::int32_t d = v % p;
    if (b == 0) return positive(a * c) * p + positive(a * d);
    const std::int32_t f = positive(a * a - s);
    return positive(a * c - inverse[b] * d % p * f) * p + positive(b * c - a * d);
  };
  return AffinePlane(p * p).incidence(add, multiply);
}

Square cyclic_square(std::int64_t n) {
  Square square(n, std::vector<std::int32_t>(n));
  for (std::int64_t r = 0; r < n; ++r) {
    for (std::int64_t c = 0; c < n; ++c) square[r][c] = static_cast<std::int32_t>((r + c) % n);
  }
  return square;
}

Square switched_square(std::int64_t n, Random& random) {
  Square square = cyclic_square(n);
  for (std::int64_t turn = 0; turn < 20 * n; ++turn) {
    auto& first = square[random.below(n)];
    auto& second = square[random.below(n)];
    // Exchange the two rows in the columns of one cycle of the permutation that takes one to the
    // other: both stay permutations, and every column keeps its entries.
    std::size_t column = random.below(n);
    const std::int32_t begin = first[column];
    if (&first == &second) continue;
    while (true) {
      std::swap(first[column], second[column]);
      const std::int32_t wanted = first[column];
      if (wanted == begin) break;
      std::size_t next = 0;
      while (next == column || first[next] != wanted) ++next;
      column = next;
    }
  }
  return square;
}

Graph latin_square_graph(const Square& square) {
  const auto n = static_cast<std::int32_t>(square.size());
  std::vector<Edge> edges;
  for (std::int32_t u = 0; u < n * n; ++u) {
    for (std::int32_t v = u + 1; v < n * n; ++v) {
      const bool joined =
          u / n == v / n || u % n == v % n || square[u / n][u % n] == square[v / n][v % n];
      if (joined) edges.push_back({u, v});
    }
  }
  return make_graph(static_cast<std::int64_t>(n) * n, edges);
}

}  // namespace isotypic::bench
