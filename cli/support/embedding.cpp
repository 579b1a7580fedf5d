#include "cli/support/embedding.hpp"

#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/random_projection.hpp"

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

const Eigen::MatrixXd& Projections::of_width(std::int64_t width) {
  return translate_exceptions("isotypic_features", [&]() -> const Eigen::MatrixXd& {
    const std::lock_guard lock(mutex_);
    const auto found = by_width_.find(width);
    if (found != by_width_.end()) return found->second;
    return by_width_.emplace(width, random_projection(width, options_.rp_dim, options_.seed))
        .first->second;
  });
}

Embedding embed_graph(const Graph& graph, std::int64_t first_node, const NodeFeatures& inputs,
                      const EmbeddingOptions& options, ChannelCache& cache,
                      Projections& projections) {
  const Eigen::MatrixXd embeddings =
      propagate(graph, inputs.rows(graph, first_node), options.rounds);
  Channels channels = split_graph(graph, options.symmetry, options.channels, cache);
  Features<double> features = isotypic_features(channels, embeddings, options.readout,
                                                projections.of_width(embeddings.cols()));
  return {std::move(channels), std::move(features)};
}

}  // namespace isotypic::cli
