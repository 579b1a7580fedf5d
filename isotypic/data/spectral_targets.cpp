#include "isotypic/data/spectral_targets.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/base/parallel.hpp"

namespace isotypic {

std::vector<double> normalised_laplacian_spectrum(const Graph& graph) {
  const std::int64_t n = graph.num_nodes();
  if (n == 0) return {};
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  const auto degree = [&](std::int64_t v) { return static_cast<double>(graph.degree(v)); };
  for (std::int64_t v = 0; v < n; ++v) {
    if (graph.degree(v) > 0) laplacian(v, v) = 1.0;
    for (const std::int32_t w : graph.neighbours(v)) {
      laplacian(v, w) = -1.0 / std::sqrt(degree(v) * degree(w));
    }
  }
  const Eigen::VectorXd values = solve_symmetric(std::move(laplacian)).values;
  return {values.begin(), values.end()};
}

std::vector<float> smallest_nonzero_eigenvalues(const Graph& graph, std::int64_t count) {
  const std::vector<double> spectrum = normalised_laplacian_spectrum(graph);
  const auto first = std::ranges::upper_bound(spectrum, zero_eigenvalue);
  std::vector<float> smallest(static_cast<std::size_t>(count),
                              std::numeric_limits<float>::quiet_NaN());
  const std::int64_t found = std::min<std::int64_t>(count, spectrum.end() - first);
  std::transform(first, first + found, smallest.begin(),
                 [](double value) { return static_cast<float>(value); });
  return smallest;
}

void set_spectral_targets(std::span<Sample> samples, std::int64_t count, std::int64_t threads) {
  parallel_for(std::ssize(samples), threads, [&](std::int64_t i) {
    samples[i].targets = smallest_nonzero_eigenvalues(samples[i].graph, count);
  });
}

}  // namespace isotypic
