#include "isotypic/report/plot/layout.hpp"

#include <Eigen/Core>
#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/graph/connected_components.hpp"
#include "isotypic/graph/distances.hpp"
#include "isotypic/report/plot/rotation.hpp"

namespace isotypic::report {
namespace {

using Nodes = std::vector<std::int32_t>;
using Positions = Eigen::Matrix<double, Eigen::Dynamic, 2>;

Eigen::MatrixXd distances_within(const Graph& graph, const Nodes& nodes) {
  Eigen::MatrixXd distances(nodes.size(), nodes.size());
  for (std::int64_t i = 0; i < std::ssize(nodes); ++i) {
    const std::vector<std::int32_t> from = distances_from(graph, nodes[i]);
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

/// Where the distances of node i, weighted by 1/d^2, want it.
Eigen::RowVector2d wanted_place(const Positions& positions, const Eigen::MatrixXd& distances,
                                Eigen::Index i) {
  Eigen::RowVector2d sum(0, 0);
  double total = 0.0;
  for (Eigen::Index j = 0; j < positions.rows(); ++j) {
    if (i == j) continue;
    const double wanted = distances(i, j), weight = 1 / (wanted * wanted);
    const Eigen::RowVector2d offset = positions.row(i) - positions.row(j);
    sum += weight * (positions.row(j) + offset * (wanted / std::max(offset.norm(), 1e-9)));
    total += weight;
  }
  return sum / total;
}

constexpr int max_sweeps = 300;
constexpr double still = 1e-4;  // a sweep that moves nothing further is the last

/// Stress majorisation: each move lowers the stress.
void majorize_stress(Positions& positions, const Eigen::MatrixXd& distances) {
  double moved = 1.0;
  for (int sweep = 0; sweep < max_sweeps && moved > still; ++sweep) {
    moved = 0.0;
    for (Eigen::Index i = 0; i < positions.rows(); ++i) {
      const Eigen::RowVector2d place = wanted_place(positions, distances, i);
      moved = std::max(moved, (place - positions.row(i)).norm());
      positions.row(i) = place;
    }
  }
}

/// How far the drawn distances are from the wanted ones; infinite if two nodes nearly coincide.
double stress(const Positions& positions, const Eigen::MatrixXd& distances) {
  double sum = 0.0;
  for (Eigen::Index i = 0; i < positions.rows(); ++i) {
    for (Eigen::Index j = 0; j < i; ++j) {
      const double drawn = (positions.row(i) - positions.row(j)).norm();
      if (drawn < 0.3) return std::numeric_limits<double>::infinity();
      sum += std::pow(drawn / distances(i, j) - 1, 2);
    }
  }
  return sum;
}

/// Sets the nodes of a cycle on a circle about the origin, the first one at `first`.
void place_cycle(Positions& positions, const std::vector<std::int32_t>& cycle, double step,
                 const Eigen::RowVector2d& first) {
  for (std::size_t i = 0; i < cycle.size(); ++i) {
    const Eigen::Rotation2Dd turn(step * static_cast<double>(i));
    positions.row(cycle[i]) = (turn * first.transpose()).transpose();
  }
}

/// Like majorize_stress, among the drawings that a turn by `step` maps to themselves.
void majorize_with_rotation(Positions& positions, const Eigen::MatrixXd& distances,
                            const Rotation& rotation, double step) {
  double moved = 1.0;
  for (int sweep = 0; sweep < max_sweeps && moved > still; ++sweep) {
    moved = 0.0;
    for (const auto& cycle : rotation.cycles) {
      const Eigen::RowVector2d old = positions.row(cycle[0]);
      // Half the way: the whole cycle moves at once, and full steps could overshoot.
      const Eigen::RowVector2d place = 0.5 * (old + wanted_place(positions, distances, cycle[0]));
      moved = std::max(moved, (place - old).norm());
      place_cycle(positions, cycle, step, place);
    }
  }
}

/// The best drawing with this rotational symmetry that some random starts lead to.
Positions layout_with_rotation(const Eigen::MatrixXd& distances, const Rotation& rotation) {
  constexpr std::int64_t max_steps = 6, starts = 4;
  Positions best = Positions::Zero(distances.rows(), 2);
  double least = std::numeric_limits<double>::infinity();
  Random random(3);
  std::int64_t tried = 0;
  for (std::int64_t k = 1; k < rotation.order && tried < max_steps; ++k) {
    if (std::gcd(k, rotation.order) != 1) continue;
    ++tried;
    const double step =
        2 * std::numbers::pi * static_cast<double>(k) / static_cast<double>(rotation.order);
    for (std::int64_t start = 0; start < starts; ++start) {
      Positions positions = Positions::Zero(distances.rows(), 2);
      for (const auto& cycle : rotation.cycles) {
        const Eigen::RowVector2d first(random.normal(), random.normal());
        place_cycle(positions, cycle, step, first * distances.maxCoeff() / 3);
      }
      majorize_with_rotation(positions, distances, rotation, step);
      const double reached = stress(positions, distances);
      if (reached < 0.999 * least) {
        least = reached;
        best = positions;
      }
    }
  }
  return best;
}

/// Turned so that the outermost node stands at the top.
void set_upright(Positions& positions) {
  Eigen::Index top = 0;
  positions.rowwise().norm().maxCoeff(&top);
  const double angle = std::atan2(positions(top, 1), positions(top, 0));
  const Eigen::Rotation2Dd turn(-std::numbers::pi / 2 - angle);
  positions = (positions * turn.toRotationMatrix().transpose()).eval();
}

/// Turned so that the longest extent lies along x.
void straighten(Positions& positions) {
  positions.rowwise() -= positions.colwise().mean().eval();
  const Eigen::Matrix2d covariance = positions.transpose() * positions;
  const Eigen::SelfAdjointEigenSolver<Eigen::Matrix2d> solver(covariance);
  const auto& spread = solver.eigenvalues();
  // Without a longest direction any turn would be rounding noise.
  if (spread(1) > 1.05 * spread(0)) {
    positions = (positions * solver.eigenvectors().rowwise().reverse()).eval();
  }
}

/// The component as a graph of its own, nodes in the order of `nodes`.
Graph induced_graph(const Graph& graph, const Nodes& nodes) {
  std::vector<Edge> edges;
  for (std::int32_t i = 0; i < std::ssize(nodes); ++i) {
    for (const std::int32_t v : graph.neighbours(nodes[i])) {
      const auto j = static_cast<std::int32_t>(std::ranges::lower_bound(nodes, v) - nodes.begin());
      if (i < j) edges.push_back({i, j});
    }
  }
  return make_graph(std::ssize(nodes), edges);
}

Positions layout_component(const Graph& graph, const Nodes& nodes) {
  if (nodes.size() == 1) return Positions::Zero(1, 2);
  const Eigen::MatrixXd distances = distances_within(graph, nodes);
  Positions positions = classical_scaling(distances);
  majorize_stress(positions, distances);
  straighten(positions);
  // A drawing that shows a symmetry is worth somewhat wrong distances.
  constexpr std::size_t max_rotated = 200;
  constexpr double worth = 1.6;
  constexpr std::size_t max_tried = 3;
  std::vector<Rotation> rotations;
  if (nodes.size() <= max_rotated) rotations = find_rotations(induced_graph(graph, nodes));
  if (rotations.size() > max_tried) rotations.resize(max_tried);
  for (const Rotation& rotation : rotations) {
    Positions turned = layout_with_rotation(distances, rotation);
    if (stress(turned, distances) >= worth * stress(positions, distances)) continue;
    set_upright(turned);
    positions = turned;
    break;
  }
  positions.rowwise() -= positions.colwise().minCoeff().eval();
  return positions;
}

}  // namespace

std::vector<Point> layout_graph(const Graph& graph) {
  if (graph.num_nodes() > max_drawn_nodes) {
    fail("layout_graph", "a graph of ", graph.num_nodes(), " nodes is too large to draw; at most ",
         max_drawn_nodes);
  }
  std::vector<Nodes> components = component_lists(connected_components(graph));
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
    for (std::int64_t i = 0; i < std::ssize(components[c]); ++i) {
      points[components[c][i]] = {.x = x + parts[c](i, 0), .y = y + parts[c](i, 1)};
    }
    x += size.x() + 1;
    row_height = std::max(row_height, size.y());
  }
  return points;
}

}  // namespace isotypic::report
