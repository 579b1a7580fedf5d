#include "isotypic/learn/training_text.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "isotypic/learn/reach.hpp"

namespace isotypic::learn {

std::string data_line(const Pipeline& pipeline) {
  const PipelineOptions& options = pipeline.options;
  const Split& split = pipeline.split;
  const std::int64_t outputs = pipeline.model->options.outputs;
  const bool classes = options.task == Task::Classification;
  const char* const noun =
      classes ? (outputs == 1 ? "class" : "classes") : (outputs == 1 ? "target" : "targets");
  std::ostringstream text;
  text << options.dataset << ": " << enum_name(options.task) << ", " << outputs << ' ' << noun
       << "; " << split.train.size() << " graphs for training, " << split.valid.size()
       << " for validation, " << split.test.size() << " for the test";
  return text.str();
}

std::string network_line(const Pipeline& pipeline) {
  const std::map<NodeInput, std::string> inputs = {{NodeInput::Labels, "node labels"},
                                                   {NodeInput::Attributes, "node attributes"},
                                                   {NodeInput::Both, "node labels and attributes"},
                                                   {NodeInput::Constant, "constant node features"}};
  std::int64_t weights = 0;
  for (const auto& parameter : pipeline.model->parameters()) weights += parameter.numel();
  const PipelineOptions& options = pipeline.options;
  const std::string reach = reach_in_words(pipeline);
  return enum_name(options.encoder) + std::string(" and ") + options.readout + " on " +
         inputs.at(options.node_input) + (reach.empty() ? "" : " and " + reach) + ", " +
         std::to_string(weights) + " weights";
}

std::string unread_edges_note(const Pipeline& pipeline, const Dataset& dataset) {
  const nn::LayerKind encoder = pipeline.options.encoder;
  if (nn::reads_edges(encoder)) return "";
  const auto any = [&](auto member) {
    return std::ranges::any_of(dataset.samples,
                               [&](const Sample& sample) { return (sample.*member).cols() > 0; });
  };
  const bool labels = any(&Sample::edge_categories), attributes = any(&Sample::edge_features);
  if (!labels && !attributes) return "";
  const std::string what = !attributes ? "labels"
                           : !labels   ? "attributes"
                                       : "labels and attributes";
  return "note: " + std::string(enum_name(encoder)) + " does not read the edge " + what +
         "; GINE reads them";
}

}  // namespace isotypic::learn
