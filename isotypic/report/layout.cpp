#include "isotypic/report/layout.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "isotypic/error.hpp"
#include "isotypic/random.hpp"

namespace isotypic::report {
namespace {

using Nodes = std::vector<std::int32_t>;
using Positions = Eigen::Matrix<double, Eigen::Dynamic, 2>;

/// Nodes in breadth-first order from `start`, and the distances of all nodes (-1: not reached).
Nodes breadth_first(const Graph& graph, std::int32_t start, std::vector<std::int32_t>& distance) {
  distance.assign(graph.num_nodes(), -1);
  distance[start] = 0;
  Nodes order = {start};
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (const std::int32_t next : graph.neighbours(order[i])) {
      if (distance[next] >= 0) continue;
      distance[next] = distance[order[i]] + 1;
      order.push_back(next);
    }
  }
  return order;
}

std::vector<Nodes> connected_components(const Graph& graph) {
  std::vector<Nodes> components;
  std::vector<bool> seen(graph.num_nodes(), false);
  std::vector<std::int32_t> distance;
  for (std::int32_t v = 0; v < graph.num_nodes(); ++v) {
    if (seen[v]) continue;
    components.push_back(breadth_first(graph, v, distance));
    std::ranges::sort(components.back());
    for (const std::int32_t u : components.back()) seen[u] = true;
  }
  return components;
}

Eigen::MatrixXd distances_within(const Graph& graph, const Nodes& nodes) {
  Eigen::MatrixXd distances(nodes.size(), nodes.size());
  std::vector<std::int32_t> from;
  for (std::int64_t i = 0; i < std::ssize(nodes); ++i) {
    (void)breadth_first(graph, nodes[i], from);
    for (std::int64_t j = 0; j < std::ssize(nodes); ++j) distances(i, j) = from[nodes[j]];
  }
  return distances;
}

/// Classical scaling: the two leading eigenvectors of the doubly centred squared distances.
Positions classical_scaling(const Eigen::MatrixXd& distances) {
  Eigen::MatrixXd gram = -0.5 * distances.cwiseAbs2();
  const Eigen::VectorXd row_means = gram.rowwise().mean();
  const double mean = row_means.mean();
  gram.colwise() -= row_means;
  gram.rowwise() -= row_means.transpose();
  gram.array() += mean;
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(gram);
  Positions positions(distances.rows(), 2);
  for (int axis = 0; axis < 2; ++axis) {
    const Eigen::Index place = distances.rows() - 1 - axis;
    positions.col(axis) =
        solver.eigenvectors().col(place) * std::sqrt(std::max(0.0, solver.eigenvalues()(place)));
  }
  // Twins would start in one point and never part.
  Random random(1);
  for (Eigen::Index i = 0; i < positions.rows(); ++i) {
    positions(i, 0) += 0.01 * (random.uniform() - 0.5);
    positions(i, 1) += 0.01 * (random.uniform() - 0.5);
  }
  return positions;
}

/// Moves every node to where its distances, weighted by 1/d^2, want it; each sweep lowers the
/// stress. Stops when nothing moves noticeably.
void majorize_stress(Positions& positions, const Eigen::MatrixXd& distances) {
  constexpr int max_sweeps = 300;
  double moved = 1.0;
  for (int sweep = 0; sweep < max_sweeps && moved > 1e-4; ++sweep) {
    moved = 0.0;
    for (Eigen::Index i = 0; i < positions.rows(); ++i) {
      Eigen::RowVector2d target(0, 0);
      double total = 0.0;
      for (Eigen::Index j = 0; j < positions.rows(); ++j) {
        if (i == j) continue;
        const double wanted = distances(i, j), weight = 1 / (wanted * wanted);
        const Eigen::RowVector2d offset = positions.row(i) - positions.row(j);
        target += weight * (positions.row(j) + offset * (wanted / std::max(offset.norm(), 1e-9)));
        total += weight;
      }
      target /= total;
      moved = std::max(moved, (target - positions.row(i)).norm());
      positions.row(i) = target;
    }
  }
}

/// Turned so that the longest extent lies along x, with the least corner at the origin.
void straighten(Positions& positions) {
  positions.rowwise() -= positions.colwise().mean().eval();
  const Eigen::Matrix2d covariance = positions.transpose() * positions;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(covariance);
  const auto& spread = solver.eigenvalues();
  // Without a longest direction any turn would be rounding noise.
  if (spread(1) > 1.05 * spread(0)) {
    positions = (positions * solver.eigenvectors().rowwise().reverse()).eval();
  }
  positions.rowwise() -= positions.colwise().minCoeff().eval();
}

Positions layout_component(const Graph& graph, const Nodes& nodes) {
  if (nodes.size() == 1) return Positions::Zero(1, 2);
  const Eigen::MatrixXd distances = distances_within(graph, nodes);
  Positions positions = classical_scaling(distances);
  majorize_stress(positions, distances);
  straighten(positions);
  return positions;
}

}  // namespace

std::vector<Point> layout_graph(const Graph& graph) {
  if (graph.num_nodes() > max_drawn_nodes) {
    fail("layout_graph", "a graph of ", graph.num_nodes(), " nodes is too large to draw; at most ",
         max_drawn_nodes);
  }
  std::vector<Nodes> components = connected_components(graph);
  std::ranges::stable_sort(components, std::ranges::greater(), &Nodes::size);
  std::vector<Positions> parts;
  double area = 0.0;
  for (const Nodes& nodes : components) {
    parts.push_back(layout_component(graph, nodes));
    const Eigen::RowVector2d size = parts.back().colwise().maxCoeff();
    area += (size.x() + 1) * (size.y() + 1);
  }
  // Rows of about the width of a 3:2 picture, filled from left to right.
  const double row_width = std::sqrt(1.5 * area) * 1.1;
  std::vector<Point> points(graph.num_nodes());
  double x = 0.0, y = 0.0, row_height = 0.0;
  for (std::size_t c = 0; c < components.size(); ++c) {
    const Eigen::RowVector2d size = parts[c].colwise().maxCoeff();
    if (x > 0 && x + size.x() > row_width) {
      x = 0.0;
      y += row_height + 1;
      row_height = 0.0;
    }
    for (std::size_t i = 0; i < components[c].size(); ++i) {
      points[components[c][i]] = {.x = x + parts[c](i, 0), .y = y + parts[c](i, 1)};
    }
    x += size.x() + 1;
    row_height = std::max(row_height, size.y());
  }
  return points;
}

}  // namespace isotypic::report
