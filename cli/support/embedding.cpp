#include "cli/support/embedding.hpp"

#include <utility>

#include "isotypic/base/error.hpp"

namespace isotypic::cli {

void expect_all_readable(const NodeFeatures& inputs, const StreamOptions& options) {
  if (!inputs.from_file() || !options.keep_going) return;
  throw CLI::ValidationError("--keep-going",
                             "not with an .npy file: a graph that cannot be read "
                             "has an unknown number of rows in it");
}

Channels split_graph(const Graph& graph, const SymmetryOptions& symmetry,
                     const ChannelOptions& options, ChannelCache& cache) {
  if (graph.num_nodes() > max_decompose_nodes) {
    fail("split_graph", "the graph has ", graph.num_nodes(), " nodes; channels are computed up to ",
         max_decompose_nodes);
  }
  return cache.decompose(compute_symmetry(graph, symmetry), options);
}

Embedding embed_graph(const Graph& graph, std::int64_t first_node, const NodeFeatures& inputs,
                      const EmbeddingOptions& options, ChannelCache& cache) {
  const Eigen::MatrixXd embeddings =
      propagate(graph, inputs.rows(graph, first_node), options.rounds);
  Channels channels = split_graph(graph, options.symmetry, options.channels, cache);
  Features<double> features = isotypic_features(channels, embeddings, options.readout);
  return {std::move(channels), std::move(features)};
}

}  // namespace isotypic::cli
