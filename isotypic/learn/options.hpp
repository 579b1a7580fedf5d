// PipelineOptions: everything a training on your own data can be told. The command line of
// `isotypic train`, its JSON file, its record and its checkpoint have the same fields.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>

#include "isotypic/base/options.hpp"
#include "isotypic/channels/names.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "isotypic/train/recipe.hpp"
#include "isotypic/train/settings.hpp"

namespace isotypic::learn {

/// What is to be predicted.
enum class Task {
  Auto,            ///< decided by the data set: resolve_task()
  Classification,  ///< one class per graph
  Binary,          ///< one or more yes/no targets
  Regression,      ///< one or more numbers
};

/// What the model knows of a node.
enum class NodeInput {
  Auto,        ///< all that the nodes have: resolve_node_input()
  Labels,      ///< categories
  Attributes,  ///< numbers
  Both,        ///< labels and attributes
  Constant,    ///< nothing but that it is there
};

struct PipelineOptions {
  std::string dataset;  ///< its name
  std::string split;    ///< which split, if an OGB data set has several
  Task task = Task::Auto;
  NodeInput node_input = NodeInput::Auto;
  nn::LayerKind encoder = nn::LayerKind::Gin;
  std::string readout = "operators";  ///< as nn::named_readout() takes it
  train::NetworkSettings network;
  std::int64_t blocks = 8;                 ///< that the isotypic readout keeps
  Grouping grouping = Grouping::Channels;  ///< what these blocks are
  std::int64_t reach = 0;                  ///< of pairs of nodes; 0: resolve_reach()
  train::RecipeChoice recipe;
  train::TrainingSettings training;
  train::RegressionSettings regression;
  std::int64_t seed = 0;
  std::int64_t folds = 0;  ///< of a cross-validation; 0: one split
  std::int64_t fold = 0;   ///< which of them is the test
};

[[nodiscard]] const OptionFields<PipelineOptions>& pipeline_fields();

}  // namespace isotypic::learn

namespace isotypic {

template <>
struct EnumNames<learn::Task> {
  static constexpr const char* what = "task";
  static constexpr std::array<std::pair<learn::Task, const char*>, 4> table = {
      {{learn::Task::Auto, "auto"},
       {learn::Task::Classification, "classification"},
       {learn::Task::Binary, "binary"},
       {learn::Task::Regression, "regression"}}};
};

template <>
struct EnumNames<learn::NodeInput> {
  static constexpr const char* what = "node input";
  static constexpr std::array<std::pair<learn::NodeInput, const char*>, 5> table = {
      {{learn::NodeInput::Auto, "auto"},
       {learn::NodeInput::Labels, "labels"},
       {learn::NodeInput::Attributes, "attributes"},
       {learn::NodeInput::Both, "both"},
       {learn::NodeInput::Constant, "constant"}}};
};

}  // namespace isotypic
