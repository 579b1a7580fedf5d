#include <algorithm>
#include <string>

#include "experiments/separation/separation.hpp"
#include "experiments/separation/similarity.hpp"
#include "isotypic/channels/channel_vector.hpp"
#include "isotypic/channels/channels.hpp"

namespace isotypic::experiments {

std::string dimensions_text(const std::vector<std::int64_t>& numbers, std::size_t limit) {
  std::string text;
  for (std::size_t i = 0; i < std::min(limit, numbers.size()); ++i) {
    if (i > 0) text += ' ';
    text += std::to_string(numbers[i]);
  }
  return numbers.size() > limit ? text + " ..." : text;
}

void add_paper_values(report::Record& record, const SeparationConfig& config) {
  if (config.blocks != 8 || !config.families.empty()) return;
  struct Line {
    const char* encoder;
    double mean;
    double max;
  };
  for (const Line& line :
       {Line{"GIN", 0.081, 0.973}, Line{"GraphSAGE", 0.106, 1.0}, Line{"PNA", 0.067, 1.0}}) {
    const std::string encoder = line.encoder;
    record.paper.set(encoder + "/isotypic B=8/separated", 33);
    record.paper.set(encoder + "/isotypic B=8/mean cosine", line.mean);
    record.paper.set(encoder + "/isotypic B=8/max cosine", line.max);
    record.paper.set(encoder + "/baselines/separated", 0);
    record.paper.set(encoder + "/baselines/mean cosine", 1);
    record.paper.set(encoder + "/baselines/max cosine", 1);
    for (const std::string& name : baseline_names())
      record.paper.set(encoder + "/" + name + "/separated", 0);
  }
  const std::string family = "GIN/isotypic B=8/";
  record.paper.set(family + "cycles/mean cosine", 0.0);
  record.paper.set(family + "cfi-k3/mean cosine", 0.0);
  record.paper.set(family + "cfi-k4/mean cosine", 0.0);
  record.paper.set(family + "ribbons/mean cosine", 0.973);
  record.paper.set(family + "godsil-mckay/mean cosine", 0.013);
}

std::vector<report::GraphPicture> pair_pictures(const GraphPair& pair) {
  std::vector<report::GraphPicture> pictures;
  for (const Graph* graph : {&pair.first, &pair.second}) {
    const Channels channels = decompose(*graph);
    const std::int64_t node = most_visible_node(channels, 0);
    const Eigen::VectorXd values = channel_vector(channels, 0, node);
    pictures.push_back(
        {.title = pair.name + (graph == &pair.first ? ": first" : ": second"),
         .caption = "Blocks of dimension " + dimensions_text(block_dimensions(*graph), 16) +
                    ". Colour: node " + std::to_string(node) + ", projected onto the first block.",
         .graph = *graph,
         .values = {values.begin(), values.end()},
         .scale = report::ColourScale::Diverging});
  }
  return pictures;
}

void add_illustrations(report::Record& record, const SeparationConfig& config) {
  const ReadoutChoice main{"isotypic", config.blocks};
  if (std::ranges::find(config.readouts, main.readout) == config.readouts.end()) return;
  record.plots.push_back({.title = "Similarity of the two graphs of a pair, isotypic readout",
                          .kind = report::PlotKind::Bars,
                          .x = "family",
                          .y = main.label(),
                          .group = "encoder",
                          .y_label = "mean cosine similarity"});
  for (const GraphPair& pair : wl_hard_suite()) {
    const bool shown = pair.name == "2C5 / C10, presentation 1" ||
                       pair.name == "prism 5 / Moebius ladder 5" ||
                       pair.name == "Petersen x K2 / switched";
    if (!shown) continue;
    for (report::GraphPicture& picture : pair_pictures(pair)) {
      record.graphs.push_back(std::move(picture));
    }
  }
}

}  // namespace isotypic::experiments
