#include "isotypic/channels/structure.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/base/value_groups.hpp"

namespace isotypic {
namespace {

constexpr double moment_floor = 1e-12;
constexpr double order_tolerance = 1e-9;

using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

void check_arguments(const Channels& channels, const Graph& graph,
                     const StructureOptions& options) {
  const Decomposition& canonical = *channels.canonical;
  if (graph.num_nodes() != canonical.num_nodes) {
    fail("component_structures", "the graph has ", graph.num_nodes(), " nodes, the channels ",
         canonical.num_nodes);
  }
  if (canonical.basis.cols() != canonical.num_nodes) {
    fail("component_structures", "the channels were truncated to ", canonical.channels.size(),
         " of ", canonical.num_channels, " blocks");
  }
  if (options.num_moments < 1 || options.num_moments > max_num_moments) {
    fail("component_structures", "num_moments must be in 1..", max_num_moments, ", not ",
         options.num_moments);
  }
}

/// X = diagonal + sign * S A S, S = diag(scale): every operator has this form.
struct ScaledOperator {
  Eigen::VectorXd scale;
  Eigen::VectorXd diagonal;
  double sign = 1.0;
};

ScaledOperator make_operator(const Graph& graph, GraphOperator kind) {
  const std::int64_t n = graph.num_nodes();
  std::int64_t largest = 0;
  for (std::int64_t v = 0; v < n; ++v) largest = std::max(largest, graph.degree(v));
  ScaledOperator result{Eigen::VectorXd::Zero(n), Eigen::VectorXd::Zero(n), 1.0};
  for (std::int64_t v = 0; v < n; ++v) {
    if (graph.degree(v) == 0) continue;
    const std::int64_t degree = kind == GraphOperator::ScaledAdjacency ? largest : graph.degree(v);
    result.scale(v) = 1.0 / std::sqrt(real(degree));
    if (kind == GraphOperator::NormalisedLaplacian) result.diagonal(v) = 1.0;
  }
  if (kind == GraphOperator::NormalisedLaplacian) result.sign = -1.0;
  return result;
}

RowMatrix apply(const Graph& graph, const ScaledOperator& x, const RowMatrix& y) {
  RowMatrix result(y.rows(), y.cols());
  for (std::int64_t v = 0; v < y.rows(); ++v) {
    auto row = result.row(v);
    row.setZero();
    for (const std::int32_t w : graph.neighbours(v)) row += x.scale(w) * y.row(w);
    row *= x.sign * x.scale(v);
    if (x.diagonal(v) != 0.0) row += x.diagonal(v) * y.row(v);
  }
  return result;
}

}  // namespace

std::vector<ComponentStructure> component_structures(const Channels& channels, const Graph& graph,
                                                     const StructureOptions& options) {
  check_arguments(channels, graph, options);
  return translate_exceptions("component_structures", [&] {
    const Decomposition& decomposition = *channels.canonical;
    std::vector<ComponentStructure> structures;
    for (const Component& component : decomposition.components) {
      structures.push_back({component, std::vector<double>(options.num_moments, 0.0)});
    }
    const Graph canonical = relabel(graph, channels.position);
    const ScaledOperator x = make_operator(canonical, options.graph_operator);
    // tr(Q^T X^2a Q) = |X^a Q|^2 and tr(Q^T X^(2a+1) Q) = <X^a Q, X^(a+1) Q>.
    RowMatrix power = decomposition.basis;
    RowMatrix next;
    for (std::int64_t k = 0; k < options.num_moments; ++k) {
      if (k > 0 && k % 2 == 0) std::swap(power, next);
      if (k % 2 == 1) next = apply(canonical, x, power);
      const RowMatrix& other = k % 2 == 1 ? next : power;
      const Eigen::RowVectorXd column_traces = power.cwiseProduct(other).colwise().sum();
      for (const Channel& channel : decomposition.channels) {
        structures[channel.component].moments[k] +=
            column_traces.segment(channel.begin, channel.dim).sum();
      }
    }
    for (ComponentStructure& structure : structures) {
      for (double& moment : structure.moments) {
        moment /= real(decomposition.num_nodes);
        if (std::abs(moment) < moment_floor) moment = 0.0;
      }
    }
    return structures;
  });
}

std::vector<ComponentStructure> order_by_value(const std::vector<ComponentStructure>& structures) {
  std::vector<std::vector<double>> rows;
  for (const auto& [component, moments] : structures) {
    std::vector<double>& row = rows.emplace_back(std::vector<double>{
        real(component.dim), real(component.multiplicity),
        real(static_cast<std::int64_t>(component.type)), component.trivial ? 1.0 : 0.0});
    row.insert(row.end(), moments.begin(), moments.end());
  }
  const std::vector<std::int64_t> ranks = group_by_value(rows, order_tolerance);
  std::vector<std::size_t> order(structures.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return ranks[a] < ranks[b]; });
  std::vector<ComponentStructure> sorted;
  for (const std::size_t i : order) sorted.push_back(structures[i]);
  return sorted;
}

}  // namespace isotypic
