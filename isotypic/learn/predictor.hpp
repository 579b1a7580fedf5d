// Predictor: a trained network, loaded once, that answers for any number of graphs.
//
//   const Predictor predictor("mutag.checkpoint");
//   predictor.columns();                  // "class", "probability of -1", "probability of 1"
//   predictor.predict(data);              // a row for every graph of a data set
//   predictor.predict(petersen_graph());  // the row of one graph
#pragma once

#include <cstdint>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// The answers for one graph, in the order of Predictor::columns().
using Prediction = std::vector<double>;

/// Thread-safe: threads may share one predictor.
class Predictor {
 public:
  /// Loads the network of a checkpoint. Throws Error as load_pipeline() does.
  explicit Predictor(const std::filesystem::path& checkpoint);

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
  /// where the network reads attributes, a data set of one sample is needed.
  [[nodiscard]] Prediction predict(const Graph& graph) const;

  /// The same for graphs that prepare() has collated, so that they can be asked for again and again
  /// at the cost of the network alone.
  [[nodiscard]] std::vector<Prediction> predict(const nn::GraphTensors& data) const;

 private:
  Pipeline pipeline_;
};

}  // namespace isotypic::learn
