#include "isotypic/channels/internal/blocks.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <compare>
#include <numeric>
#include <utility>

namespace isotypic {
namespace {

/// Traces closer than this, relative to the largest, count as equal.
constexpr double trace_tolerance = 1e-8;

struct Traces {
  std::vector<double> laplacian;
  std::vector<double> adjacency;
};

/// tr(P L) and tr(P A) of every eigenspace. L and A commute with the group, so on an irreducible
/// space they are multiples of the identity, and one unit vector q of it tells the trace:
/// tr(P A) = dim * q^T A q.
Traces compute_traces(const Graph& graph, const Eigenspaces& spaces) {
  constexpr std::int64_t width = 8;
  using Lanes = std::array<double, width>;
  const std::int64_t n = graph.num_nodes();
  Traces traces{std::vector<double>(spaces.count()), std::vector<double>(spaces.count())};
  std::vector<Lanes> batch(n);
  for (std::int64_t first = 0; first < spaces.count(); first += width) {
    const std::int64_t used = std::min(width, spaces.count() - first);
    for (std::int64_t k = 0; k < used; ++k) {
      const auto column = spaces.basis.col(spaces.begin[first + k]);
      for (std::int64_t v = 0; v < n; ++v) batch[v][k] = column[v];
    }
    Lanes adjacency{};
    Lanes degree{};
    for (std::int64_t u = 0; u < n; ++u) {
      Lanes sum{};
      for (const std::int32_t v : graph.neighbours(u)) {
        for (std::int64_t k = 0; k < width; ++k) sum[k] += batch[v][k];
      }
      const auto weight = static_cast<double>(graph.degree(u));
      for (std::int64_t k = 0; k < width; ++k) {
        adjacency[k] += batch[u][k] * sum[k];
        degree[k] += weight * batch[u][k] * batch[u][k];
      }
    }
    for (std::int64_t k = 0; k < used; ++k) {
      const auto dim = static_cast<double>(spaces.dim(first + k));
      traces.adjacency[first + k] = dim * adjacency[k];
      traces.laplacian[first + k] = dim * (degree[k] - adjacency[k]);
    }
  }
  return traces;
}

/// Row u of the projector onto the block.
Eigen::VectorXd projector_row(const Eigenspaces& spaces, const Block& block, std::int64_t u) {
  Eigen::VectorXd row = Eigen::VectorXd::Zero(spaces.basis.rows());
  for (const std::int64_t a : block.spaces) {
    row.noalias() += spaces.space(a) * spaces.space(a).row(u).transpose();
  }
  return row;
}

/// Compares two projectors entry by entry, row after row.
std::strong_ordering compare_projectors(const Eigenspaces& spaces, const Block& a, const Block& b) {
  for (std::int64_t u = 0; u < spaces.basis.rows(); ++u) {
    const Eigen::VectorXd row_a = projector_row(spaces, a, u);
    const Eigen::VectorXd row_b = projector_row(spaces, b, u);
    for (std::int64_t v = 0; v < row_a.size(); ++v) {
      const auto order = compare_entries(row_a[v], row_b[v]);
      if (order != std::strong_ordering::equal) return order;
    }
  }
  return std::strong_ordering::equal;
}

std::vector<Block> make_blocks(const Graph& canonical, const Eigenspaces& spaces,
                               const ComponentSplit& split, Grouping grouping) {
  const Traces traces = compute_traces(canonical, spaces);
  std::vector<Block> blocks(grouping == Grouping::Channels ? spaces.count()
                                                           : std::ssize(split.components));
  for (std::int64_t a = 0; a < spaces.count(); ++a) {
    Block& block = blocks[grouping == Grouping::Channels ? a : split.component_of[a]];
    Channel& channel = block.channel;
    block.spaces.push_back(a);
    channel.component = split.component_of[a];
    channel.dim += spaces.dim(a);
    channel.tr_laplacian += traces.laplacian[a];
    channel.tr_adjacency += traces.adjacency[a];
    channel.eigenvalue += spaces.values.segment(spaces.begin[a], spaces.dim(a)).sum();
  }
  for (Block& block : blocks) block.channel.eigenvalue /= static_cast<double>(block.channel.dim);
  return blocks;
}

}  // namespace

std::vector<std::int64_t> tolerant_ranks(const std::vector<double>& traces) {
  std::vector<std::size_t> order(traces.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(),
            [&](std::size_t i, std::size_t j) { return traces[i] < traces[j]; });
  double largest = 1.0;
  for (const double value : traces) largest = std::max(largest, std::abs(value));
  std::vector<std::int64_t> ranks(traces.size());
  std::int64_t rank = 0;
  for (std::size_t i = 0; i < order.size(); ++i) {
    if (i > 0 && traces[order[i]] - traces[order[i - 1]] > trace_tolerance * largest) ++rank;
    ranks[order[i]] = rank;
  }
  return ranks;
}

std::strong_ordering compare_entries(double a, double b) {
  constexpr double grid = 3141592.653589793;
  return std::llround(grid * a) <=> std::llround(grid * b);
}

std::vector<Block> arrange_blocks(const Graph& canonical, const Eigenspaces& spaces,
                                  const ComponentSplit& split, Grouping grouping,
                                  BlockOrder order) {
  std::vector<Block> blocks = make_blocks(canonical, spaces, split, grouping);
  std::vector<double> laplacian;
  std::vector<double> adjacency;
  for (const Block& block : blocks) {
    laplacian.push_back(block.channel.tr_laplacian);
    adjacency.push_back(block.channel.tr_adjacency);
  }
  const std::vector<std::int64_t> laplacian_rank = tolerant_ranks(laplacian);
  const std::vector<std::int64_t> adjacency_rank = tolerant_ranks(adjacency);
  std::vector<std::size_t> listing(blocks.size());
  std::iota(listing.begin(), listing.end(), 0);
  const auto comes_first = [&](std::size_t i, std::size_t j) {
    const std::array key_i = {blocks[i].channel.dim, laplacian_rank[i], adjacency_rank[i]};
    const std::array key_j = {blocks[j].channel.dim, laplacian_rank[j], adjacency_rank[j]};
    if (key_i != key_j) return key_i > key_j;
    if (grouping == Grouping::Channels) {
      return blocks[i].channel.eigenvalue > blocks[j].channel.eigenvalue;
    }
    return i != j && compare_projectors(spaces, blocks[i], blocks[j]) > 0;
  };
  std::sort(listing.begin(), listing.end(), comes_first);
  if (order == BlockOrder::TraceAscending) std::reverse(listing.begin(), listing.end());
  std::vector<Block> sorted;
  sorted.reserve(blocks.size());
  for (const std::size_t i : listing) sorted.push_back(std::move(blocks[i]));
  return sorted;
}

}  // namespace isotypic
