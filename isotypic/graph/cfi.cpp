#include "isotypic/graph/cfi.hpp"

#include <bit>
#include <cmath>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"

namespace isotypic {
namespace {

/// Sets of edges at a base node, as bits in the order of `neighbours(v)`.
using EdgeSet = std::uint64_t;

std::vector<EdgeSet> even_sets(std::int64_t degree) {
  std::vector<EdgeSet> sets;
  for (EdgeSet s = 0; s < (EdgeSet{1} << degree); ++s) {
    if (std::popcount(s) % 2 == 0) sets.push_back(s);
  }
  return sets;
}

class CfiBuilder {
 public:
  CfiBuilder(const Graph& base, const CfiOptions& options) : base_(base) {
    if (options.twisted_edge) twisted_ = base.edges()[*options.twisted_edge];
    for (std::int64_t v = 0; v < base.num_nodes(); ++v) {
      first_middle_.push_back(num_nodes_);
      num_nodes_ += static_cast<std::int64_t>(even_sets(base.degree(v)).size());
    }
  }

  Graph build(CfiVariant variant) {
    switch (variant) {
      case CfiVariant::Full:
        add_full();
        break;
      case CfiVariant::Contracted:
        add_contracted();
        break;
      case CfiVariant::Compact:
        add_compact();
        break;
    }
    return make_graph(num_nodes_, edges_);
  }

 private:
  [[nodiscard]] bool is_twisted(std::int64_t v, std::int64_t w) const {
    return twisted_ &&
           ((twisted_->u == v && twisted_->v == w) || (twisted_->u == w && twisted_->v == v));
  }
  void join(std::int64_t x, std::int64_t y) {
    edges_.push_back({static_cast<std::int32_t>(x), static_cast<std::int32_t>(y)});
  }
  /// Joins every middle node (v, S) to `pair` + 1 if S holds v's edge number `slot`, else to
  /// `pair`; the other way round if `crossed`.
  void join_middles(std::int64_t v, std::int64_t slot, std::int64_t pair, bool crossed) {
    std::int64_t middle = first_middle_[v];
    for (const EdgeSet s : even_sets(base_.degree(v))) {
      const bool inside = (s >> slot & 1) != 0;
      join(middle++, pair + (inside != crossed ? 1 : 0));
    }
  }
  /// Calls visit(v, slot of w at v, w, slot of v at w) for every base edge, v < w.
  template <typename Visit>
  void for_each_base_edge(const Visit& visit) {
    std::vector<std::int64_t> next_slot(base_.num_nodes(), 0);
    for (std::int64_t v = 0; v < base_.num_nodes(); ++v) {
      const auto row = base_.neighbours(v);
      for (std::size_t i = 0; i < row.size(); ++i) {
        // Rows are ascending, so w meets its smaller neighbours in the order of its slots.
        if (row[i] > v) visit(v, static_cast<std::int64_t>(i), row[i], next_slot[row[i]]++);
      }
    }
  }

  void add_full() {
    for_each_base_edge([&](std::int64_t v, std::int64_t i, std::int64_t w, std::int64_t j) {
      const std::int64_t at_v = num_nodes_;
      const std::int64_t at_w = num_nodes_ + 2;
      num_nodes_ += 4;
      join_middles(v, i, at_v, false);
      join_middles(w, j, at_w, false);
      const std::int64_t cross = is_twisted(v, w) ? 1 : 0;
      join(at_v, at_w + cross);
      join(at_v + 1, at_w + 1 - cross);
    });
  }
  void add_contracted() {
    for_each_base_edge([&](std::int64_t v, std::int64_t i, std::int64_t w, std::int64_t j) {
      const std::int64_t pair = num_nodes_;
      num_nodes_ += 2;
      join_middles(v, i, pair, false);
      join_middles(w, j, pair, is_twisted(v, w));
    });
  }
  void add_compact() {
    for_each_base_edge([&](std::int64_t v, std::int64_t i, std::int64_t w, std::int64_t j) {
      const std::vector<EdgeSet> sets_of_v = even_sets(base_.degree(v));
      const std::vector<EdgeSet> sets_of_w = even_sets(base_.degree(w));
      const EdgeSet cross = is_twisted(v, w) ? 1 : 0;
      for (std::size_t a = 0; a < sets_of_v.size(); ++a) {
        for (std::size_t b = 0; b < sets_of_w.size(); ++b) {
          if ((sets_of_v[a] >> i & 1) == ((sets_of_w[b] >> j & 1) ^ cross)) {
            join(first_middle_[v] + static_cast<std::int64_t>(a),
                 first_middle_[w] + static_cast<std::int64_t>(b));
          }
        }
      }
    });
  }

  const Graph& base_;
  std::optional<Edge> twisted_;
  std::vector<std::int64_t> first_middle_;
  std::int64_t num_nodes_ = 0;
  std::vector<Edge> edges_;
};

void check_size(const Graph& base, CfiVariant variant) {
  const auto middles = [&](std::int64_t v) {
    return std::exp2(std::max(0.0, static_cast<double>(base.degree(v)) - 1));
  };
  double nodes = variant == CfiVariant::Compact ? 0.0 : 4.0 * static_cast<double>(base.num_edges());
  double edges = nodes;
  for (std::int64_t v = 0; v < base.num_nodes(); ++v) {
    nodes += middles(v);
    if (variant != CfiVariant::Compact) edges += middles(v) * static_cast<double>(base.degree(v));
  }
  if (variant == CfiVariant::Compact) {
    for (const auto& [u, v] : base.edges()) edges += middles(u) * middles(v) / 2;
  }
  check_family_size("cfi_graph", nodes, edges);
}

}  // namespace

Graph cfi_graph(const Graph& base, const CfiOptions& options) {
  if (base.has_node_colours() || base.has_edge_colours()) {
    fail("cfi_graph", "the base graph has colours, which the CFI graph cannot carry");
  }
  if (options.twisted_edge &&
      (*options.twisted_edge < 0 || *options.twisted_edge >= base.num_edges())) {
    fail("cfi_graph", "the twisted edge ", *options.twisted_edge, " is not one of the ",
         base.num_edges(), " edges of the base");
  }
  check_size(base, options.variant);
  return translate_exceptions("cfi_graph",
                              [&] { return CfiBuilder(base, options).build(options.variant); });
}

}  // namespace isotypic
