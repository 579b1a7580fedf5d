// From a graph to its channels and features, as embed, compare and explain do it.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <map>
#include <mutex>
#include <optional>
#include <vector>

#include "cli/options/options.hpp"
#include "cli/streams/graph_stream.hpp"
#include "cli/streams/node_features.hpp"
#include "isotypic/channels/cache.hpp"
#include "isotypic/channels/explain.hpp"
#include "isotypic/symmetry/motifs.hpp"

namespace isotypic::cli {

/// A graph that cannot be read has an unknown number of rows in a file of features: to go on after
/// it is wrong usage.
void expect_all_readable(const NodeFeatures& inputs, const StreamOptions& options);

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
  std::vector<std::int64_t> block_dims;
  Features<double> features;
};

/// Embeds a graph that `first_node` nodes of other graphs precede; `projections` are those of
/// `options.readout`. Large graphs are decomposed by motifs if they are grouped by components or
/// pooled. The time limit holds for the symmetry and the motifs together.
///
/// Throws Error when a feature would leave the range of double, and at once, before the symmetry is
/// sought, if the graph is too large to be decomposed.
[[nodiscard]] Embedding embed_graph(const Graph& graph, std::int64_t first_node,
                                    const NodeFeatures& inputs, const EmbeddingOptions& options,
                                    ChannelCache& cache, Projections& projections);

/// What `explain` shows of one graph.
struct ExplainedGraph {
  Explanation explanation;
  std::optional<MotifSummary> motifs;  ///< of graphs that are decomposed by motifs
};

/// Graphs of at least least_local_nodes nodes are decomposed by motifs.
[[nodiscard]] ExplainedGraph explain_graph(const Graph& graph, const Eigen::MatrixXd& embeddings,
                                           const SymmetryOptions& symmetry, ChannelCache& cache);

}  // namespace isotypic::cli
