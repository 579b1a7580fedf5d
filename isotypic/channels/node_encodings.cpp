#include "isotypic/channels/node_encodings.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/eigensolver.hpp"
#include "isotypic/channels/internal/walk_powers.hpp"

namespace isotypic {
namespace {

constexpr const char* where = "node_encodings";
constexpr std::size_t sources_at_once = 64;  // a large graph has many orbits
constexpr double first_time = 0.125;

void check(const Symmetry& symmetry, const NodeEncodingOptions& options) {
  for (const std::int64_t columns : {options.walks, options.laplacian}) {
    if (columns < 0 || columns > max_encoding_columns) {
      fail(where, "there are 0 to ", max_encoding_columns, " columns of a kind, not ", columns);
    }
  }
  if (options.laplacian > 0 && symmetry.num_nodes > max_laplacian_nodes) {
    fail(where, "the graph has ", symmetry.num_nodes,
         " nodes; Laplacian encodings are computed up to ", max_laplacian_nodes,
         ", return probabilities of walks for any number");
  }
}

/// The first node of each orbit in the canonical form.
std::vector<std::int32_t> representatives(const Symmetry& symmetry) {
  std::vector<std::int32_t> first(symmetry.num_orbits,
                                  static_cast<std::int32_t>(symmetry.num_nodes));
  for (std::int64_t v = 0; v < symmetry.num_nodes; ++v) {
    std::int32_t& own = first[symmetry.orbit_of[v]];
    own = std::min(own, symmetry.position[v]);
  }
  return first;
}

/// Row s of `rows` belongs to sources[s].
void describe_walks(const Graph& graph, std::span<const std::int32_t> sources, std::int64_t walks,
                    std::size_t columns, double* rows) {
  for (std::size_t begin = 0; begin < sources.size(); begin += sources_at_once) {
    const auto part = sources.subspan(begin, std::min(sources_at_once, sources.size() - begin));
    walk_powers(graph, part, walks, [&](std::int64_t k, const std::vector<double>& x) {
      for (std::size_t s = 0; s < part.size(); ++s) {
        rows[(begin + s) * columns + k - 1] = x[part[s] * part.size() + s];
      }
    });
  }
}

Eigen::MatrixXd laplacian_matrix(const Graph& graph) {
  const std::int64_t n = graph.num_nodes();
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  for (std::int64_t v = 0; v < n; ++v) {
    laplacian(v, v) = static_cast<double>(graph.degree(v));
    for (const std::int32_t u : graph.neighbours(v)) laplacian(u, v) = -1.0;
  }
  return laplacian;
}

void describe_heat(const Graph& graph, std::span<const std::int32_t> sources, std::int64_t times,
                   std::size_t columns, double* rows) {
  const Eigenpairs eigen = solve_symmetric(laplacian_matrix(graph));
  const Eigen::ArrayXd rates = eigen.values.array().max(0.0);  // zero but for rounding, if below
  double time = first_time;
  for (std::int64_t j = 0; j < times; ++j, time *= 2) {
    const Eigen::ArrayXd left = (-time * rates).exp();
    for (std::size_t s = 0; s < sources.size(); ++s) {
      const auto row = eigen.vectors.row(sources[s]).transpose().array();
      rows[s * columns + j] = (row.square() * left).sum();
    }
  }
}

}  // namespace

std::vector<double> node_encodings(const Symmetry& symmetry, const NodeEncodingOptions& options) {
  check(symmetry, options);
  return translate_exceptions(where, [&] {
    const auto columns = static_cast<std::size_t>(options.total());
    const std::vector<std::int32_t> sources = representatives(symmetry);
    std::vector<double> rows(sources.size() * columns);
    if (rows.empty()) return rows;
    describe_walks(symmetry.canonical, sources, options.walks, columns, rows.data());
    if (options.laplacian > 0) {
      describe_heat(symmetry.canonical, sources, options.laplacian, columns,
                    rows.data() + options.walks);
    }
    std::vector<double> all;
    all.reserve(symmetry.num_nodes * columns);
    for (const std::int32_t orbit : symmetry.orbit_of) {
      const auto row = rows.begin() + static_cast<std::ptrdiff_t>(orbit * columns);
      all.insert(all.end(), row, row + static_cast<std::ptrdiff_t>(columns));
    }
    return all;
  });
}

}  // namespace isotypic
