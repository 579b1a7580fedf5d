#include "tests/support/reference.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace isotypic::reference {
namespace {

/// Colours of nodes and edges as a dense table: what has to agree under a permutation.
struct Table {
  std::int64_t n = 0;
  std::vector<std::int64_t> entries;  // -1 no edge, else the edge's colour; node colours diagonal

  explicit Table(const Graph& graph) : n(graph.num_nodes()), entries(n * n, -1) {
    for (std::int64_t v = 0; v < n; ++v) {
      entries[v * n + v] = graph.has_node_colours() ? graph.node_colours()[v] : 0;
      const auto row = graph.neighbours(v);
      for (std::size_t i = 0; i < row.size(); ++i) {
        // Shifted, so that no edge colour is mistaken for a missing edge.
        entries[v * n + row[i]] =
            graph.has_edge_colours() ? graph.edge_colours(v)[i] + (std::int64_t{1} << 40) : 0;
      }
    }
  }
};

bool maps(const Table& a, const Table& b, const Permutation& p) {
  for (std::int64_t u = 0; u < a.n; ++u) {
    for (std::int64_t v = 0; v <= u; ++v) {
      if (a.entries[u * a.n + v] != b.entries[p[u] * a.n + p[v]]) return false;
    }
  }
  return true;
}

std::vector<Permutation> all_permutations(std::int64_t n) {
  std::vector<Permutation> all;
  Permutation p = identity_permutation(n);
  do {
    all.push_back(p);
  } while (std::next_permutation(p.begin(), p.end()));
  return all;
}

}  // namespace

std::vector<Permutation> automorphisms(const Graph& graph) {
  const Table table(graph);
  std::vector<Permutation> found;
  Permutation p = identity_permutation(graph.num_nodes());
  do {
    if (maps(table, table, p)) found.push_back(p);
  } while (std::next_permutation(p.begin(), p.end()));
  return found;
}

std::vector<std::int32_t> orbits(const std::vector<Permutation>& group, std::int64_t n) {
  std::vector<std::int32_t> least = identity_permutation(n);
  for (const Permutation& g : group) {
    for (std::int64_t v = 0; v < n; ++v) least[v] = std::min(least[v], g[v]);
  }
  return least;
}

std::vector<std::int32_t> orbitals(const std::vector<Permutation>& group, std::int64_t n) {
  std::vector<std::int32_t> least = identity_permutation(n * n);
  for (const Permutation& g : group) {
    for (std::int64_t u = 0; u < n; ++u) {
      for (std::int64_t v = 0; v < n; ++v) {
        least[u * n + v] = std::min(least[u * n + v], static_cast<std::int32_t>(g[u] * n + g[v]));
      }
    }
  }
  return least;
}

std::vector<Graph> graphs_up_to_isomorphism(std::int64_t n) {
  std::vector<Edge> pairs;
  std::vector<std::int32_t> number(n * n, 0);
  for (std::int32_t v = 0; v < n; ++v) {
    for (std::int32_t u = 0; u < v; ++u) {
      number[u * n + v] = number[v * n + u] = static_cast<std::int32_t>(pairs.size());
      pairs.push_back({u, v});
    }
  }
  // image[p][i]: the pair that permutation p moves pair i to.
  std::vector<std::vector<std::int32_t>> image;
  for (const Permutation& p : all_permutations(n)) {
    auto& row = image.emplace_back();
    for (const auto& [u, v] : pairs) row.push_back(number[p[u] * n + p[v]]);
  }
  std::vector<bool> struck(std::size_t{1} << pairs.size(), false);
  std::vector<Graph> graphs;
  for (std::uint32_t code = 0; code < struck.size(); ++code) {
    if (struck[code]) continue;
    std::vector<std::int32_t> present;
    std::vector<Edge> edges;
    for (std::size_t i = 0; i < pairs.size(); ++i) {
      if ((code >> i & 1U) == 0) continue;
      present.push_back(static_cast<std::int32_t>(i));
      edges.push_back(pairs[i]);
    }
    graphs.push_back(make_graph(n, edges));
    for (const auto& row : image) {
      std::uint32_t moved = 0;
      for (const std::int32_t i : present) moved |= 1U << row[i];
      struck[moved] = true;
    }
  }
  return graphs;
}

const std::vector<Graph>& small_graphs() {
  static const std::vector<Graph> graphs = [] {
    std::vector<Graph> all;
    for (std::int64_t n = 1; n <= 7; ++n) {
      for (Graph& graph : graphs_up_to_isomorphism(n)) all.push_back(std::move(graph));
    }
    return all;
  }();
  return graphs;
}

bool isomorphic(const Graph& a, const Graph& b) {
  if (a.num_nodes() != b.num_nodes()) return false;
  const Table from(a);
  const Table to(b);
  Permutation p = identity_permutation(a.num_nodes());
  do {
    if (maps(from, to, p)) return true;
  } while (std::next_permutation(p.begin(), p.end()));
  return false;
}

std::string times(const std::string& decimal, std::int64_t factor) {
  std::string product;
  std::int64_t carry = 0;
  for (auto digit = decimal.rbegin(); digit != decimal.rend() || carry > 0;) {
    if (digit != decimal.rend()) carry += factor * (*digit++ - '0');
    product += static_cast<char>('0' + carry % 10);
    carry /= 10;
  }
  std::reverse(product.begin(), product.end());
  return product;
}

std::string factorial(std::int64_t n) {
  std::string value = "1";
  for (std::int64_t i = 2; i <= n; ++i) value = times(value, i);
  return value;
}

std::string power(std::int64_t base, std::int64_t exponent) {
  std::string value = "1";
  for (std::int64_t i = 0; i < exponent; ++i) value = times(value, base);
  return value;
}

std::vector<std::int32_t> partition_of(const std::vector<std::int32_t>& labels) {
  std::map<std::int32_t, std::int32_t> number;
  std::vector<std::int32_t> renamed;
  for (const std::int32_t label : labels) {
    renamed.push_back(
        number.emplace(label, static_cast<std::int32_t>(number.size())).first->second);
  }
  return renamed;
}

}  // namespace isotypic::reference
