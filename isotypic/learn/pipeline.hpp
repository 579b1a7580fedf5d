// Pipeline: a model for somebody's own data set, and what it expects of a graph.
//
//   Pipeline pipeline = make_pipeline({.dataset = "MUTAG"}, data);
//
// learn/fit.hpp trains it.
#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "isotypic/base/json.hpp"
#include "isotypic/data/channel_set.hpp"
#include "isotypic/data/dataset.hpp"
#include "isotypic/learn/options.hpp"
#include "isotypic/train/trainer.hpp"

namespace isotypic::learn {

/// What a model expects of a graph, and what it was trained on.
struct DataShape {
  std::int64_t graphs = 0;                 ///< that it was made from
  double mean_nodes = 0.0;                 ///< of these
  NodeInput node_input = NodeInput::Auto;  ///< never Auto in a pipeline
  std::int64_t node_features = 0;          ///< float columns in the files
  std::int64_t edge_features = 0;
  std::vector<std::int64_t> node_categories;  ///< sizes of the categorical columns
  std::vector<std::int64_t> edge_categories;
  std::int64_t node_label_shift = 0;  ///< from the labels in the files to categories
  std::int64_t edge_label_shift = 0;
  std::vector<std::int64_t> class_labels;  ///< what the files call the classes
  std::int64_t targets = 0;                ///< values to predict
  std::string split;                       ///< fingerprint of the parts that it was trained with
};

/// Options without "auto", the shape of the data, the parts to train with, and a model.
struct Pipeline {
  PipelineOptions options;
  DataShape shape;
  Split split;  ///< empty after load_pipeline(): a checkpoint keeps only its fingerprint
  std::shared_ptr<nn::GraphModel> model;

  [[nodiscard]] train::Loss loss() const;
  [[nodiscard]] train::Metric metric() const;
};

/// The published split, or else a random one drawn from options.seed: 80/10/10, or a round of
/// cross-validation, whose folds have equal shares of the classes of options.task. Throws Error if
/// folds are asked for and there is a published split.
[[nodiscard]] Split split_of(const PipelineOptions& options, const SplitDataset& data);

/// Decides what "auto" stands for and makes the model with its initial weights. Throws Error if
/// the data set does not fit the options.
[[nodiscard]] Pipeline make_pipeline(const PipelineOptions& options, const SplitDataset& data);

/// Turns graphs into what the model takes: its inputs, numbered as in training, and its channels.
/// Of `channels` the number of blocks and the grouping are those of the pipeline, whatever it says.
/// Throws Error, naming the sample by number_of(), where one lacks something or has a category that
/// the model does not know.
[[nodiscard]] nn::GraphTensors prepare(const Pipeline& pipeline, Dataset data,
                                       const ChannelSetOptions& channels = {});

/// The pipeline with the weights of the best epoch in a checkpoint that fit() wrote. Throws Error
/// if the file is damaged or something else, if no epoch had a validation score, or if its channels
/// come from another symmetry engine.
[[nodiscard]] Pipeline load_pipeline(const std::filesystem::path& checkpoint);

}  // namespace isotypic::learn
