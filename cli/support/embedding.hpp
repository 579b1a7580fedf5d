// From a graph to its channels and features, as embed, compare and explain do it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <mutex>

#include "cli/support/graph_stream.hpp"
#include "cli/support/node_features.hpp"
#include "cli/support/options.hpp"
#include "isotypic/channels/cache.hpp"

namespace isotypic::cli {

/// A graph that cannot be read has an unknown number of rows in a file of features: to go on after
/// it is wrong usage.
void expect_all_readable(const NodeFeatures& inputs, const StreamOptions& options);

/// Throws Error at once if the graph is too large to be decomposed, before its symmetry is sought.
[[nodiscard]] Channels split_graph(const Graph& graph, const SymmetryOptions& symmetry,
                                   const ChannelOptions& options, ChannelCache& cache);

/// The random matrix R of the readout, drawn once for every width of embeddings. Thread-safe.
class Projections {
 public:
  explicit Projections(const IsotypicReadoutOptions& options) : options_(options) {}
  /// Stays where it is as long as this object lives.
  [[nodiscard]] const Eigen::MatrixXd& of_width(std::int64_t width);

 private:
  IsotypicReadoutOptions options_;
  std::mutex mutex_;
  std::map<std::int64_t, Eigen::MatrixXd> by_width_;
};

struct Embedding {
  Channels channels;
  Features<double> features;
};

/// Embeds a graph that `first_node` nodes of other graphs precede; `projections` are those of
/// `options.readout`. Throws Error when a feature
/// would leave the range of double.
[[nodiscard]] Embedding embed_graph(const Graph& graph, std::int64_t first_node,
                                    const NodeFeatures& inputs, const EmbeddingOptions& options,
                                    ChannelCache& cache, Projections& projections);

}  // namespace isotypic::cli
