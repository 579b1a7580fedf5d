#include "isotypic/graph/families.hpp"

#include <algorithm>
#include <array>
#include <functional>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"

namespace isotypic {
namespace {

/// Collects the edges of a graph whose final size is known and has been checked.
class EdgeList {
 public:
  EdgeList(const char* where, double num_nodes, double num_edges) : where_(where) {
    check_family_size(where, num_nodes, num_edges);
    num_nodes_ = static_cast<std::int64_t>(num_nodes);
    translate_exceptions(where, [&] { edges_.reserve(static_cast<std::size_t>(num_edges)); });
  }
  void add(std::int64_t u, std::int64_t v) {
    edges_.push_back({static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)});
  }
  [[nodiscard]] Graph graph() const {
    return translate_exceptions(where_, [&] { return make_graph(num_nodes_, edges_); });
  }

 private:
  const char* where_;
  std::int64_t num_nodes_ = 0;
  std::vector<Edge> edges_;
};

void require_at_least(const char* where, const char* what, std::int64_t value, std::int64_t least) {
  if (value < least) fail(where, what, " must be at least ", least, ", not ", value);
}

double binomial(std::int64_t n, std::int64_t k) {
  double value = 1.0;
  for (std::int64_t i = 1; i <= k; ++i) value = value * real(n - k + i) / real(i);
  return value;
}

using Subset = std::uint64_t;

/// Calls visit(s) for every k-subset s of `points`, as ascending words.
void for_each_subset(Subset points, std::int64_t k, const std::function<void(Subset)>& visit) {
  std::vector<Subset> bits;
  for (Subset rest = points; rest != 0; rest &= rest - 1) bits.push_back(rest & (0 - rest));
  const auto n = static_cast<std::int64_t>(bits.size());
  if (k > n) return;
  std::vector<std::int64_t> chosen(k);
  for (std::int64_t i = 0; i < k; ++i) chosen[i] = i;
  for (;;) {
    Subset subset = 0;
    for (const std::int64_t i : chosen) subset |= bits[i];
    visit(subset);
    // The first index that can advance; those before it return to the start.
    std::int64_t i = 0;
    while (i < k && chosen[i] + 1 == (i + 1 < k ? chosen[i + 1] : n)) ++i;
    if (i == k) return;
    ++chosen[i];
    for (std::int64_t j = 0; j < i; ++j) chosen[j] = j;
  }
}

void check_subset_arguments(const char* where, std::int64_t n, std::int64_t k) {
  constexpr std::int64_t most = 62;  // subsets are bits of one word
  if (n < 1 || n > most) fail(where, "n must be in 1..", most, ", not ", n);
  if (k < 1 || k > n) fail(where, "k must be in 1..n = ", n, ", not ", k);
}

/// All k-subsets of n points as ascending words.
std::vector<Subset> all_subsets(std::int64_t n, std::int64_t k) {
  std::vector<Subset> subsets;
  for_each_subset((Subset{1} << n) - 1, k, [&](Subset s) { subsets.push_back(s); });
  return subsets;
}

std::int64_t index_of(const std::vector<Subset>& subsets, Subset s) {
  return std::lower_bound(subsets.begin(), subsets.end(), s) - subsets.begin();
}

}  // namespace

void check_family_size(const char* where, double num_nodes, double num_edges) {
  if (num_nodes > real(max_family_size) || num_edges > real(max_family_size)) {
    fail(where, "the graph would have ", num_nodes, " nodes and ", num_edges, " edges; at most ",
         max_family_size, " of each are built");
  }
}

Graph path_graph(std::int64_t n) {
  require_at_least("path_graph", "n", n, 0);
  EdgeList edges("path_graph", real(n), n == 0 ? 0.0 : real(n) - 1);
  for (std::int64_t v = 1; v < n; ++v) edges.add(v - 1, v);
  return edges.graph();
}

Graph cycle_graph(std::int64_t n) {
  require_at_least("cycle_graph", "n", n, 3);
  EdgeList edges("cycle_graph", real(n), real(n));
  for (std::int64_t v = 0; v < n; ++v) edges.add(v, (v + 1) % n);
  return edges.graph();
}

Graph complete_graph(std::int64_t n) {
  require_at_least("complete_graph", "n", n, 0);
  EdgeList edges("complete_graph", real(n), real(n) * (real(n) - 1) / 2);
  for (std::int64_t u = 0; u < n; ++u) {
    for (std::int64_t v = u + 1; v < n; ++v) edges.add(u, v);
  }
  return edges.graph();
}

Graph complete_bipartite_graph(std::int64_t a, std::int64_t b) {
  require_at_least("complete_bipartite_graph", "a", a, 0);
  require_at_least("complete_bipartite_graph", "b", b, 0);
  EdgeList edges("complete_bipartite_graph", real(a) + real(b), real(a) * real(b));
  for (std::int64_t u = 0; u < a; ++u) {
    for (std::int64_t v = a; v < a + b; ++v) edges.add(u, v);
  }
  return edges.graph();
}

Graph star_graph(std::int64_t leaves) {
  require_at_least("star_graph", "the number of leaves", leaves, 0);
  EdgeList edges("star_graph", real(leaves) + 1, real(leaves));
  for (std::int64_t v = 1; v <= leaves; ++v) edges.add(0, v);
  return edges.graph();
}

Graph grid_graph(std::int64_t rows, std::int64_t columns) {
  require_at_least("grid_graph", "rows", rows, 1);
  require_at_least("grid_graph", "columns", columns, 1);
  EdgeList edges("grid_graph", real(rows) * real(columns), 2 * real(rows) * real(columns));
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      if (c + 1 < columns) edges.add(r * columns + c, r * columns + c + 1);
      if (r + 1 < rows) edges.add(r * columns + c, (r + 1) * columns + c);
    }
  }
  return edges.graph();
}

Graph torus_graph(std::int64_t rows, std::int64_t columns) {
  require_at_least("torus_graph", "rows", rows, 3);
  require_at_least("torus_graph", "columns", columns, 3);
  EdgeList edges("torus_graph", real(rows) * real(columns), 2 * real(rows) * real(columns));
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      edges.add(r * columns + c, r * columns + (c + 1) % columns);
      edges.add(r * columns + c, (r + 1) % rows * columns + c);
    }
  }
  return edges.graph();
}

Graph hypercube_graph(std::int64_t dimension) {
  constexpr std::int64_t most = 22;
  if (dimension < 0 || dimension > most) {
    fail("hypercube_graph", "the dimension must be in 0..", most, ", not ", dimension);
  }
  const std::int64_t n = std::int64_t{1} << dimension;
  EdgeList edges("hypercube_graph", real(n), real(n) * real(dimension) / 2);
  for (std::int64_t v = 0; v < n; ++v) {
    for (std::int64_t b = 0; b < dimension; ++b) {
      const std::int64_t w = v ^ (std::int64_t{1} << b);
      if (v < w) edges.add(v, w);
    }
  }
  return edges.graph();
}

Graph binary_tree(std::int64_t height) {
  constexpr std::int64_t most = 25;
  if (height < 0 || height > most) {
    fail("binary_tree", "the height must be in 0..", most, ", not ", height);
  }
  const std::int64_t n = (std::int64_t{2} << height) - 1;
  EdgeList edges("binary_tree", real(n), real(n) - 1);
  for (std::int64_t v = 1; v < n; ++v) edges.add((v - 1) / 2, v);
  return edges.graph();
}

Graph rook_graph(std::int64_t rows, std::int64_t columns) {
  require_at_least("rook_graph", "rows", rows, 1);
  require_at_least("rook_graph", "columns", columns, 1);
  const double squares = real(rows) * real(columns);
  EdgeList edges("rook_graph", squares, squares * (real(rows) + real(columns) - 2) / 2);
  for (std::int64_t r = 0; r < rows; ++r) {
    for (std::int64_t c = 0; c < columns; ++c) {
      for (std::int64_t d = c + 1; d < columns; ++d) edges.add(r * columns + c, r * columns + d);
      for (std::int64_t s = r + 1; s < rows; ++s) edges.add(r * columns + c, s * columns + c);
    }
  }
  return edges.graph();
}

Graph shrikhande_graph() {
  // Z_4 x Z_4 with steps (0,1), (1,0), (1,1) and their inverses.
  constexpr std::array<std::pair<int, int>, 3> steps = {{{0, 1}, {1, 0}, {1, 1}}};
  EdgeList edges("shrikhande_graph", 16, 48);
  for (int r = 0; r < 4; ++r) {
    for (int c = 0; c < 4; ++c) {
      for (const auto& [dr, dc] : steps) edges.add(4 * r + c, (r + dr) % 4 * 4 + (c + dc) % 4);
    }
  }
  return edges.graph();
}

Graph petersen_graph() { return generalised_petersen_graph(5, 2); }

Graph generalised_petersen_graph(std::int64_t n, std::int64_t k) {
  require_at_least("generalised_petersen_graph", "n", n, 3);
  if (k < 1 || k > (n - 1) / 2) {
    fail("generalised_petersen_graph", "k must be in 1..", (n - 1) / 2, " for n = ", n, ", not ",
         k);
  }
  EdgeList edges("generalised_petersen_graph", 2 * real(n), 3 * real(n));
  for (std::int64_t v = 0; v < n; ++v) {
    edges.add(v, (v + 1) % n);
    edges.add(v, n + v);
    edges.add(n + v, n + (v + k) % n);
  }
  return edges.graph();
}

Graph prism_graph(std::int64_t n) {
  require_at_least("prism_graph", "n", n, 3);
  return generalised_petersen_graph(n, 1);
}

Graph moebius_ladder(std::int64_t n) {
  require_at_least("moebius_ladder", "n", n, 2);
  EdgeList edges("moebius_ladder", 2 * real(n), 3 * real(n));
  for (std::int64_t v = 0; v < 2 * n; ++v) edges.add(v, (v + 1) % (2 * n));
  for (std::int64_t v = 0; v < n; ++v) edges.add(v, v + n);
  return edges.graph();
}

Graph kneser_graph(std::int64_t n, std::int64_t k) {
  check_subset_arguments("kneser_graph", n, k);
  const double degree = 2 * k <= n ? binomial(n - k, k) : 0.0;
  EdgeList edges("kneser_graph", binomial(n, k), binomial(n, k) * degree / 2);
  const std::vector<Subset> nodes = all_subsets(n, k);
  const Subset points = (Subset{1} << n) - 1;
  for (std::size_t v = 0; v < nodes.size(); ++v) {
    for_each_subset(points & ~nodes[v], k, [&](Subset s) {
      if (nodes[v] < s) edges.add(static_cast<std::int64_t>(v), index_of(nodes, s));
    });
  }
  return edges.graph();
}

Graph johnson_graph(std::int64_t n, std::int64_t k) {
  check_subset_arguments("johnson_graph", n, k);
  EdgeList edges("johnson_graph", binomial(n, k), binomial(n, k) * real(k) * real(n - k) / 2);
  const std::vector<Subset> nodes = all_subsets(n, k);
  const Subset points = (Subset{1} << n) - 1;
  for (std::size_t v = 0; v < nodes.size(); ++v) {
    for_each_subset(nodes[v], 1, [&](Subset leaves) {
      for_each_subset(points & ~nodes[v], 1, [&](Subset enters) {
        const Subset s = (nodes[v] ^ leaves) | enters;
        if (nodes[v] < s) edges.add(static_cast<std::int64_t>(v), index_of(nodes, s));
      });
    });
  }
  return edges.graph();
}

}  // namespace isotypic
