#include "isotypic/learn/reach.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"
#include "isotypic/channels/orbital_descriptors.hpp"

namespace isotypic::learn {

void resolve_reach(PipelineOptions& options, const Dataset& dataset) {
  if (options.reach > 0 || !nn::needs_pairs(nn::named_readout(options.readout, 1, 0))) return;
  std::vector<const Graph*> all;
  std::vector<const Graph*> large;
  std::int64_t pairs = 0;
  for (const Sample& sample : dataset.samples) {
    const std::int64_t n = sample.graph.num_nodes();
    all.push_back(&sample.graph);
    if (n > max_descriptor_nodes) large.push_back(&sample.graph);
    pairs = std::min(max_dataset_pairs + 1, pairs + n * n);
  }
  if (pairs <= max_dataset_pairs && large.empty()) return;
  options.reach = largest_reach(all, max_dataset_pairs);
  for (const Graph* graph : large) {
    options.reach = std::min(options.reach, largest_reach({&graph, 1}, max_described_pairs));
  }
  if (options.reach > 0) return;
  fail("make_pipeline", dataset.name, " has too many edges for the readout ", options.readout,
       ", which looks at pairs of nodes: at most ", max_described_pairs, " in a graph and ",
       max_dataset_pairs, " in all graphs; take a readout without pairs, such as sum");
}

std::string reach_in_words(const Pipeline& pipeline) {
  if (pipeline.options.reach == 0 || !nn::needs_pairs(pipeline.model->options.readout)) return "";
  return "pairs of nodes within distance " + std::to_string(pipeline.options.reach);
}

}  // namespace isotypic::learn
