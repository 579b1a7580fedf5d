#include "experiments/samples.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace isotypic::experiments {

Sample constant_sample(Graph graph, std::int64_t label, ChannelCache* cache,
                       const ChannelOptions& options) {
  Sample sample{.graph = std::move(graph)};
  sample.node_features = FloatMatrix::Ones(sample.graph.num_nodes(), 1);
  sample.label = label;
  if (cache != nullptr) {
    sample.channels =
        std::make_shared<const Channels>(cache->decompose(compute_symmetry(sample.graph), options));
  }
  return sample;
}

std::int64_t most_blocks(const std::vector<Sample>& samples) {
  std::int64_t most = 1;
  for (const Sample& sample : samples) {
    if (sample.channels) most = std::max(most, sample.channels->canonical->num_channels);
  }
  return most;
}

}  // namespace isotypic::experiments
