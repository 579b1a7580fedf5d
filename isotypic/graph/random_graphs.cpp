#include "isotypic/graph/random_graphs.hpp"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/graph/operations.hpp"
#include "isotypic/graph/permutation.hpp"

namespace isotypic {
namespace {

Edge edge_between(std::int64_t u, std::int64_t v) {
  return {static_cast<std::int32_t>(u), static_cast<std::int32_t>(v)};
}

/// One run of the pairing: every node offers `degree` stubs, random pairs of stubs become edges,
/// and the pairs that would give a loop or a repeated edge are drawn again.
class Pairing {
 public:
  Pairing(std::int64_t n, std::int64_t degree, Random& random) : n_(n), random_(random) {
    stubs_.reserve(n * degree);
    for (std::int64_t v = 0; v < n; ++v) {
      stubs_.insert(stubs_.end(), degree, static_cast<std::int32_t>(v));
    }
    edges_.reserve(n * degree / 2);
  }

  /// False when the stubs that are left cannot be paired.
  bool run() {
    while (!stubs_.empty()) {
      if (!some_pair_fits()) return false;
      pair_once();
    }
    return true;
  }
  [[nodiscard]] const std::vector<Edge>& edges() const { return edges_; }

 private:
  [[nodiscard]] std::int64_t key(std::int32_t u, std::int32_t v) const {
    return std::min(u, v) * n_ + std::max(u, v);
  }
  [[nodiscard]] bool fits(std::int32_t u, std::int32_t v) const {
    return u != v && !used_.contains(key(u, v));
  }
  void pair_once() {
    for (std::size_t i = stubs_.size(); i > 1; --i) {
      std::swap(stubs_[i - 1], stubs_[random_.below(static_cast<std::int64_t>(i))]);
    }
    std::vector<std::int32_t> left;
    for (std::size_t i = 0; i < stubs_.size(); i += 2) {
      const std::int32_t u = stubs_[i];
      const std::int32_t v = stubs_[i + 1];
      if (fits(u, v)) {
        used_.insert(key(u, v));
        edges_.push_back({u, v});
      } else {
        left.insert(left.end(), {u, v});
      }
    }
    stubs_ = std::move(left);
  }
  [[nodiscard]] bool some_pair_fits() const {
    std::vector<std::int32_t> nodes = stubs_;
    std::sort(nodes.begin(), nodes.end());
    nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        if (fits(nodes[i], nodes[j])) return true;
      }
    }
    return false;
  }

  std::int64_t n_;
  Random& random_;
  std::vector<std::int32_t> stubs_;
  std::vector<Edge> edges_;
  std::unordered_set<std::int64_t> used_;
};

}  // namespace

Graph erdos_renyi_graph(std::int64_t n, double p, Random& random) {
  if (n < 0) fail("erdos_renyi_graph", "n must be at least 0, not ", n);
  if (!(p >= 0.0 && p <= 1.0)) fail("erdos_renyi_graph", "p must be in [0, 1], not ", p);
  const double pairs = static_cast<double>(n) * (static_cast<double>(n) - 1) / 2;
  check_family_size("erdos_renyi_graph", static_cast<double>(n), p * pairs);
  if (p == 1.0) return complete_graph(n);
  return translate_exceptions("erdos_renyi_graph", [&] {
    std::vector<Edge> edges;
    if (p == 0.0) return make_graph(n, edges);
    // Jump from edge to edge: the gaps between the chosen pairs are geometric (Batagelj and
    // Brandes 2005). Pair (u, v), v < u, has index u (u - 1) / 2 + v.
    const double scale = 1.0 / std::log1p(-p);
    std::int64_t u = 1;
    std::int64_t v = -1;
    while (u < n) {
      const double gap = std::floor(std::log1p(-random.uniform()) * scale);
      if (gap >= pairs) break;
      v += 1 + static_cast<std::int64_t>(gap);
      while (u < n && v >= u) v -= u++;
      if (u < n) edges.push_back(edge_between(v, u));
    }
    return make_graph(n, edges);
  });
}

Graph random_regular_graph(std::int64_t n, std::int64_t degree, Random& random) {
  if (n < 1 || degree < 0 || degree >= n) {
    fail("random_regular_graph", "the degree must be in 0..n-1, not ", degree, " for n = ", n);
  }
  check_family_size("random_regular_graph", static_cast<double>(n),
                    static_cast<double>(n) * static_cast<double>(degree) / 2);
  if (n * degree % 2 != 0) {
    fail("random_regular_graph", "n * degree must be even; n = ", n, ", degree = ", degree);
  }
  // Sparse pairings rarely get stuck, so a dense graph is drawn by its complement.
  if (2 * degree >= n) return complement(random_regular_graph(n, n - 1 - degree, random));
  return translate_exceptions("random_regular_graph", [&] {
    for (;;) {
      Pairing pairing(n, degree, random);
      if (pairing.run()) return make_graph(n, pairing.edges());
    }
  });
}

Graph random_tree(std::int64_t n, Random& random) {
  if (n < 1) fail("random_tree", "n must be at least 1, not ", n);
  check_family_size("random_tree", static_cast<double>(n), static_cast<double>(n));
  return translate_exceptions("random_tree", [&] {
    std::vector<Edge> edges;
    if (n == 1) return make_graph(n, edges);
    std::vector<std::int64_t> sequence(n - 2);
    std::vector<std::int64_t> degree(n, 1);
    for (std::int64_t& v : sequence) {
      v = random.below(n);
      ++degree[v];
    }
    // The smallest leaf is either the scan's next one or the node that has just become one.
    std::int64_t scan = 0;
    while (degree[scan] != 1) ++scan;
    std::int64_t leaf = scan;
    for (const std::int64_t v : sequence) {
      edges.push_back(edge_between(leaf, v));
      if (--degree[v] == 1 && v < scan) {
        leaf = v;
        continue;
      }
      ++scan;
      while (degree[scan] != 1) ++scan;
      leaf = scan;
    }
    edges.push_back(edge_between(leaf, n - 1));
    return make_graph(n, edges);
  });
}

Graph shuffled(const Graph& graph, Random& random) {
  return relabel(graph, random_permutation(graph.num_nodes(), random));
}

}  // namespace isotypic
