#include "cli/streams/embedding.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/channels/local_readout.hpp"
#include "isotypic/channels/pooled_readout.hpp"
#include "isotypic/channels/random_projection.hpp"

namespace isotypic::cli {

void expect_all_readable(const NodeFeatures& inputs, const StreamOptions& options) {
  if (!inputs.from_file() || !options.keep_going) return;
  throw CLI::ValidationError("--keep-going",
                             "not with an .npy file: a graph that cannot be read "
                             "has an unknown number of rows in it");
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
  const WorkLimits limits = limits_from_now(options.symmetry.time_limit, options.symmetry.stop);
  ChannelOptions splitting = options.channels;
  if (options.pooled > 0) splitting.grouping = Grouping::Components;
  const bool by_motifs =
      splitting.grouping == Grouping::Components && graph.num_nodes() >= least_local_nodes;
  if (!by_motifs && graph.num_nodes() > max_decompose_nodes) {
    fail("embed_graph", "the graph has ", graph.num_nodes(), " nodes; channels are computed up to ",
         max_decompose_nodes, "; give --grouping components for larger graphs");
  }
  const Eigen::MatrixXd embeddings =
      propagate(graph, inputs.rows(graph, first_node), options.rounds);
  const Eigen::MatrixXd& projection = projections.of_width(embeddings.cols());
  const auto read = [&](const auto& channels) -> Features<double> {
    if (options.pooled == 0) {
      return isotypic_features(channels, embeddings, options.readout, projection);
    }
    return {pooled_features(channels, embeddings, {options.pooled, options.readout.centre})};
  };
  const Symmetry symmetry = compute_symmetry(graph, options.symmetry);
  Embedding result;
  if (by_motifs) {
    const LocalChannels channels = decompose_locally(symmetry, splitting, &cache, limits);
    for (const LocalComponent& c : channels.canonical->components) {
      result.block_dims.push_back(c.component.dim * c.component.multiplicity);
    }
    result.features = read(channels);
  } else {
    const Channels channels = cache.decompose(symmetry, splitting);
    for (const Channel& channel : channels.canonical->channels) {
      result.block_dims.push_back(channel.dim);
    }
    result.features = read(channels);
  }
  return result;
}

ExplainedGraph explain_graph(const Graph& graph, const Eigen::MatrixXd& embeddings,
                             const SymmetryOptions& symmetry, ChannelCache& cache) {
  const WorkLimits limits = limits_from_now(symmetry.time_limit, symmetry.stop);
  const Symmetry found = compute_symmetry(graph, symmetry);
  if (graph.num_nodes() < least_local_nodes) {
    return {explain(cache.decompose(found), embeddings), std::nullopt};
  }
  const LocalChannels channels = decompose_locally(found, {}, &cache, limits);
  return {explain(channels, embeddings), summarise(channels.canonical->motifs)};
}

}  // namespace isotypic::cli
