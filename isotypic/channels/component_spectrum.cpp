#include "isotypic/channels/component_spectrum.hpp"

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/base/real.hpp"
#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/channels/internal/blas.hpp"

namespace isotypic {
namespace {

/// Relative to the largest degree, which bounds the eigenvalues of A.
constexpr double eigenvalue_floor = 1e-12;

void check_arguments(const Channels& channels, const Graph& graph) {
  const Decomposition& canonical = *channels.canonical;
  if (graph.num_nodes() != canonical.num_nodes) {
    fail("component_spectra", "the graph has ", graph.num_nodes(), " nodes, the channels ",
         canonical.num_nodes);
  }
  if (canonical.basis.cols() != canonical.num_nodes) {
    fail("component_spectra", "the channels were truncated to ", canonical.channels.size(), " of ",
         canonical.num_channels, " blocks");
  }
}

/// The basis of one component, in canonical coordinates.
Eigen::MatrixXd component_basis(const Decomposition& canonical, std::int64_t component) {
  const Component& wanted = canonical.components[component];
  Eigen::MatrixXd basis(canonical.num_nodes, wanted.dim * wanted.multiplicity);
  std::int64_t column = 0;
  for (const Channel& channel : canonical.channels) {
    if (channel.component != component) continue;
    basis.middleCols(column, channel.dim) = canonical.basis.middleCols(channel.begin, channel.dim);
    column += channel.dim;
  }
  return basis;
}

Eigen::MatrixXd adjacency_times(const Graph& graph, const Eigen::MatrixXd& columns) {
  Eigen::MatrixXd result = Eigen::MatrixXd::Zero(columns.rows(), columns.cols());
  for (std::int64_t v = 0; v < columns.rows(); ++v) {
    for (const std::int32_t w : graph.neighbours(v)) result.row(v) += columns.row(w);
  }
  return result;
}

/// The eigenvalues, ascending, each once for the `dim` times that it occurs.
std::vector<double> distinct_values(const Eigen::MatrixXd& matrix, std::int64_t dim,
                                    double largest_degree) {
  const Eigen::VectorXd all = solve_symmetric(matrix).values;
  std::vector<double> values;
  for (std::int64_t i = 0; i < all.size(); i += dim) {
    const double value = all.segment(i, dim).mean();
    values.push_back(std::abs(value) < eigenvalue_floor * largest_degree ? 0.0 : value);
  }
  return values;
}

}  // namespace

std::vector<ComponentSpectrum> component_spectra(const Channels& channels, const Graph& graph) {
  check_arguments(channels, graph);
  return translate_exceptions("component_spectra", [&] {
    const Decomposition& canonical = *channels.canonical;
    const Graph relabelled = relabel(without_colours(graph), channels.position);
    Eigen::VectorXd degrees(graph.num_nodes());
    for (std::int64_t v = 0; v < degrees.size(); ++v) degrees(v) = real(relabelled.degree(v));
    const double largest = degrees.size() > 0 ? degrees.maxCoeff() : 0.0;
    std::vector<ComponentSpectrum> spectra;
    for (std::int64_t i = 0; i < std::ssize(canonical.components); ++i) {
      const std::int64_t dim = canonical.components[i].dim;
      const Eigen::MatrixXd basis = component_basis(canonical, i);
      const Eigen::MatrixXd image = adjacency_times(relabelled, basis);
      ComponentSpectrum& spectrum = spectra.emplace_back();
      spectrum.adjacency = distinct_values(multiply_transposed(basis, image), dim, largest);
      std::ranges::reverse(spectrum.adjacency);
      spectrum.laplacian = distinct_values(
          multiply_transposed(basis, degrees.asDiagonal() * basis - image), dim, largest);
    }
    return spectra;
  });
}

}  // namespace isotypic
