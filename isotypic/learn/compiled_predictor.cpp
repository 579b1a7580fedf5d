#include "isotypic/learn/compiled_predictor.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/learn/inputs.hpp"
#include "isotypic/learn/prediction_row.hpp"
#include "isotypic/nn/row_keys.hpp"

namespace isotypic::learn {

std::shared_ptr<const CompiledPredictor> CompiledPredictor::make(const Pipeline& pipeline) {
  auto model = nn::CompiledModel::make(*pipeline.model);
  if (!model) return nullptr;
  return std::make_shared<const CompiledPredictor>(pipeline, std::move(model));
}

CompiledPredictor::CompiledPredictor(const Pipeline& pipeline,
                                     std::unique_ptr<const nn::CompiledModel> model)
    : pipeline_(pipeline),
      model_(std::move(model)),
      reads_channels_(nn::needs_channels(pipeline.model->options.readout)),
      numbers_edges_(nn::reads_edges(pipeline.options.encoder)),
      channels_(channel_options(pipeline, {})) {
  const nn::CollateOptions collate = collate_options(pipeline);
  if (collate.pairs) pairs_ = collate.pairs->descriptors;
  encodings_ = collate.encodings.columns;
}

void CompiledPredictor::add_symmetry(const Graph& graph, State& state, nn::GraphView& view) const {
  const Symmetry symmetry = compute_symmetry(graph);
  if (reads_channels_) {
    nn::view_channels(decompose(symmetry, channels_), channels_.max_blocks, state.arrays, view);
  }
  if (encodings_.total() > 0) {
    nn::view_encodings(node_encodings(symmetry, encodings_), encodings_.total(), state.arrays,
                       view);
  }
  if (!pairs_) return;
  const auto keys = nn::row_keys(view.edge_categories, view.num_edges, view.num_edge_categories);
  DescriptorOptions descriptors = *pairs_;
  descriptors.reach = chosen_reach(graph, descriptors);
  state.pairs = describe_orbitals(graph, symmetry, keys, descriptors);
  nn::view_pairs(state.pairs, *pairs_, state.arrays, view);
}

void CompiledPredictor::predict(const RawGraph& raw, std::span<double> row) const {
  auto state = states_.borrow();
  nn::GraphView view = nn::view_structure(raw.graph, numbers_edges_, state->arrays);
  view_features(raw.features, pipeline_.shape, raw.number, state->arrays, view);
  if (reads_channels_ || pairs_ || encodings_.total() > 0) {
    try {
      add_symmetry(raw.graph, *state, view);
    } catch (const Error& error) {
      fail_as(error.kind(), "predict", "graph ", raw.number, ": ", error.reason());
    }
  }
  state->outputs.resize(static_cast<std::size_t>(model_->num_outputs()));
  model_->answer(view, state->outputs.data());
  finish_row(pipeline_, state->outputs.data(), raw.number, row);
  states_.give_back(std::move(state));
}

void CompiledPredictor::predict(const nn::GraphTensors& data, std::int64_t g,
                                std::span<double> row) const {
  auto state = states_.borrow();
  const nn::GraphView view = nn::view_graph(data, g, state->arrays);
  state->outputs.resize(static_cast<std::size_t>(model_->num_outputs()));
  model_->answer(view, state->outputs.data());
  finish_row(pipeline_, state->outputs.data(), data.sample_numbers[g], row);
  states_.give_back(std::move(state));
}

}  // namespace isotypic::learn
