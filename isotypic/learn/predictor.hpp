// Predictor: a trained network, loaded once, that answers for any number of graphs.
//
//   const Predictor predictor("mutag.checkpoint");
//   predictor.columns();                  // "class", "probability of -1", "probability of 1"
//   predictor.predict(data);              // a row for every graph of a data set
//   predictor.predict(petersen_graph());  // the row of one graph
//
// Answers for one small graph take microseconds: docs/results/latency.md.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// The checkpoint in a folder that `isotypic train` wrote; any other path as it is. Throws Error if
/// the folder holds folders of several models instead.
[[nodiscard]] std::filesystem::path checkpoint_of(const std::filesystem::path& model);

/// The answers for one graph, in the order of Predictor::columns().
using Prediction = std::vector<double>;

class CompiledPredictor;
struct RawGraph;

/// Thread-safe: threads may share one predictor.
class Predictor {
 public:
  /// Loads the network of a checkpoint, or of the folder that `isotypic train` wrote one to. Throws
  /// Error as load_pipeline() does.
  explicit Predictor(const std::filesystem::path& model);

  /// Takes a network that was just trained.
  explicit Predictor(Pipeline pipeline);

  /// What the network was made from. Its model is in evaluation mode: leave it so.
  [[nodiscard]] const Pipeline& pipeline() const { return pipeline_; }

  /// Names of the answers: "class" and a probability per class; a probability per target; or a
  /// value per target.
  [[nodiscard]] std::vector<std::string> columns() const;

  /// Throws Error, as predict() would, where a graph of `ids` lacks something that the network
  /// reads or has a label that it does not know. Cheap: computes neither channels nor answers.
  void check(const Dataset& data, std::span<const std::int64_t> ids) const;

  /// One row for every graph of a data set. Labels mean what the files of the data set say, however
  /// it numbers them; its own classes and targets are not looked at.
  ///
  /// Works on all graphs at a time: for a large data set give a few thousand ids after another.
  /// Throws Error, naming the graph, where one lacks something that the network reads or has a
  /// label that it does not know, and (Runtime) where an answer is not a number.
  [[nodiscard]] std::vector<Prediction> predict(const Dataset& data,
                                                const ChannelSetOptions& channels = {}) const;

  /// The same for the samples `ids` of a data set, in that order.
  [[nodiscard]] std::vector<Prediction> predict(const Dataset& data,
                                                std::span<const std::int64_t> ids,
                                                const ChannelSetOptions& channels = {}) const;

  /// The same for one graph. Its node and edge colours are its labels, as files would have them;
  /// where the network reads attributes, a sample is needed.
  [[nodiscard]] Prediction predict(const Graph& graph) const;

  /// The same for one graph with its features; labels are as files would have them. Its channels,
  /// label and targets are not looked at.
  [[nodiscard]] Prediction predict(const Sample& sample) const;

  /// The same into `row`, as many numbers as there are columns.
  void predict(const Graph& graph, std::span<double> row) const;
  void predict(const Sample& sample, std::span<double> row) const;

  /// The same for graphs that prepare() has collated, so that they can be asked for again and again
  /// at the cost of the network alone.
  [[nodiscard]] std::vector<Prediction> predict(const nn::GraphTensors& data) const;

  /// Whether answers come from an nn::CompiledModel: made for one graph at a time, many times as
  /// fast for one, and the same for a graph alone as among others. Otherwise from the network
  /// itself, batch by batch.
  [[nodiscard]] bool is_compiled() const;

 private:
  void answer(const RawGraph& raw, std::span<double> row) const;
  [[nodiscard]] std::vector<Prediction> predict(const nn::GraphTensors& data,
                                                std::int64_t threads) const;

  Pipeline pipeline_;
  std::size_t num_columns_ = 0;
  std::shared_ptr<const CompiledPredictor> compiled_;  ///< null: the network cannot be compiled
};

}  // namespace isotypic::learn
