// The test of being free of hashes: a feature must not depend on a seed, a labelling or an engine.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <functional>

#include "isotypic/channels/channels.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/graph/random_graphs.hpp"
#include "isotypic/symmetry/symmetry.hpp"

namespace isotypic {

/// What a feature may be computed with, and must not depend on.
struct Circumstances {
  SymmetryOptions symmetry;
  std::uint64_t seed = 0;  ///< of the channels
};

/// A feature of a graph.
using GraphFeature = std::function<Eigen::VectorXd(const Graph&, const Circumstances&)>;

/// Two features agree when they differ by no more than this, relative to the larger one, or to 1.
inline constexpr double no_hash_limit = 1e-9;

/// The largest relative deviation of the feature over both engines, three seeds of the channels and
/// `copies` relabelled copies. A feature of another length deviates without limit.
inline double largest_deviation(const Graph& graph, const GraphFeature& feature,
                                std::int64_t copies, Random& random) {
  const Eigen::VectorXd expected = feature(graph, {});
  const double scale = std::max(1.0, expected.norm());
  double largest = 0.0;
  const auto compare = [&](const Eigen::VectorXd& other) {
    if (other.size() != expected.size()) {
      largest = std::numeric_limits<double>::infinity();
    } else {
      largest = std::max(largest, (other - expected).norm() / scale);
    }
  };
  for (const SymmetryEngine engine : {SymmetryEngine::DenseNauty, SymmetryEngine::Traces}) {
    compare(feature(graph, {{.engine = engine}, 0}));
  }
  for (const std::uint64_t seed : {1, 2}) compare(feature(graph, {{}, seed}));
  for (std::int64_t i = 0; i < copies; ++i) compare(feature(shuffled(graph, random), {}));
  return largest;
}

}  // namespace isotypic
