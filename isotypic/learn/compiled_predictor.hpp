// CompiledPredictor: from one graph to its answers, in memory that is kept for the next one.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "isotypic/base/pool.hpp"
#include "isotypic/learn/feature_views.hpp"
#include "isotypic/nn/compiled_model.hpp"

namespace isotypic::learn {

/// One graph and its features; `number` is what messages call it.
struct RawGraph {
  const Graph& graph;
  RawFeatures features;
  std::int64_t number = 0;
};

/// Thread-safe.
class CompiledPredictor {
 public:
  /// Null where the network cannot be compiled.
  [[nodiscard]] static std::shared_ptr<const CompiledPredictor> make(const Pipeline& pipeline);
  CompiledPredictor(const Pipeline& pipeline, std::unique_ptr<const nn::CompiledModel> model);

  /// Symmetry, channels and network of one graph. Of `row` see finish_row().
  void predict(const RawGraph& raw, std::span<double> row) const;

  /// The network alone, for graph g of a prepared data set in float.
  void predict(const nn::GraphTensors& data, std::int64_t g, std::span<double> row) const;

 private:
  /// The memory of one prediction.
  struct State {
    nn::ViewArrays arrays;
    OrbitalDescriptors pairs;
    std::vector<float> outputs;
  };

  void add_symmetry(const Graph& graph, State& state, nn::GraphView& view) const;

  Pipeline pipeline_;
  std::unique_ptr<const nn::CompiledModel> model_;
  bool reads_channels_ = false;
  bool numbers_edges_ = false;
  std::optional<DescriptorOptions> pairs_;
  NodeEncodingOptions encodings_;
  ChannelOptions channels_;
  mutable Pool<State> states_;
};

}  // namespace isotypic::learn
