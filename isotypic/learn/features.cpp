#include "isotypic/learn/features.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/data/summary.hpp"

namespace isotypic::learn {
namespace {

void check_rows(std::int64_t found, std::int64_t expected, std::int64_t graph, const char* what) {
  if (found == expected) return;
  fail("prepare", "graph ", graph, " has ", found, " rows of ", what, " for ", expected);
}

void shape_nodes(Sample& sample, const DataShape& shape, std::int64_t graph) {
  const std::int64_t n = sample.graph.num_nodes();
  const bool labels = shape.node_input == NodeInput::Labels || shape.node_input == NodeInput::Both;
  const bool attributes =
      shape.node_input == NodeInput::Attributes || shape.node_input == NodeInput::Both;
  if (labels) {
    check_categories(sample.node_categories, n, shape.node_categories, shape.node_label_shift,
                     graph, "node");
  }
  if (attributes) check_features(sample.node_features, n, shape.node_features, graph, "node");
  if (shape.node_input == NodeInput::Both) {
    FloatMatrix joined = FloatMatrix::Zero(n, joined_columns(shape));
    join_features(sample.node_categories, sample.node_features, shape, 0, joined);
    sample.node_features = std::move(joined);
  }
  if (shape.node_input == NodeInput::Constant) sample.node_features = FloatMatrix::Ones(n, 1);
  if (shape.node_input == NodeInput::Labels) {
    sample.node_features = {};
  } else {
    sample.node_categories = {};
  }
}

/// Categories that are numbers in the files become the attributes that the model reads.
void take_as_numbers(Dataset& dataset, CategoryMatrix Sample::*categories,
                     FloatMatrix Sample::*features) {
  if (!dataset.categories_are_numbers) return;
  for (Sample& sample : dataset.samples) {
    if ((sample.*categories).cols() == 0) continue;
    sample.*features = (sample.*categories).cast<float>();
    sample.*categories = {};
  }
}

/// A single number that is no category makes float features of the whole table. Where the model
/// reads labels, the mistake is that number: throws Error that names it and its graph.
void check_numbers(const Dataset& dataset, FloatMatrix Sample::*features,
                   const std::vector<std::int64_t>& sizes, const char* what) {
  if (!dataset.categories_are_numbers) return;
  for (std::size_t i = 0; i < dataset.samples.size(); ++i) {
    const FloatMatrix& matrix = dataset.samples[i].*features;
    if (matrix.cols() != std::ssize(sizes)) return;
    for (std::int64_t c = 0; c < matrix.cols(); ++c) {
      const auto known = [&](float value) {
        return value == std::floor(value) && value >= 0.0F && value < static_cast<float>(sizes[c]);
      };
      const auto column = matrix.col(c);
      const auto unknown = std::ranges::find_if_not(column.begin(), column.end(), known);
      if (unknown == column.end()) continue;
      fail("predict", "graph ", number_of(dataset.samples[i], i), " of ", dataset.name, " has the ",
           what, " label ", *unknown, ", the model knows 0 to ", sizes[c] - 1);
    }
  }
}

/// From the categories of the data set to those of the training. Throws Error, naming the graph,
/// where a category cannot hold the result.
void shift_labels(Dataset& dataset, CategoryMatrix Sample::*labels, std::int64_t shift,
                  const char* what) {
  if (shift == 0) return;
  for (std::size_t i = 0; i < dataset.samples.size(); ++i) {
    CategoryMatrix& matrix = dataset.samples[i].*labels;
    if (matrix.size() == 0) continue;
    if (matrix.minCoeff() + shift < std::numeric_limits<std::int32_t>::min() ||
        matrix.maxCoeff() + shift > std::numeric_limits<std::int32_t>::max()) {
      fail("predict", "graph ", number_of(dataset.samples[i], i), " of ", dataset.name, " has a ",
           what, " label beyond all that the model knows");
    }
    matrix.array() += static_cast<std::int32_t>(shift);
  }
}

}  // namespace

DataShape shape_of(const Dataset& dataset) {
  if (dataset.samples.empty()) fail("make_pipeline", "the data set has no graphs");
  for (std::size_t i = 0; i < dataset.samples.size(); ++i) {
    if (dataset.samples[i].graph.num_nodes() > 0) continue;
    fail("make_pipeline", "graph ", i, " of ", dataset.name, " has no nodes");
  }
  const DatasetSummary summary = summarise(dataset);
  return {.graphs = summary.graphs,
          .mean_nodes = summary.mean_nodes,
          .node_features = summary.node_features,
          .edge_features = summary.edge_features,
          .node_categories = summary.node_categories,
          .edge_categories = summary.edge_categories,
          .node_label_shift = dataset.node_label_shift,
          .edge_label_shift = dataset.edge_label_shift,
          .class_labels = dataset.class_labels,
          .targets = std::ssize(dataset.samples.front().targets)};
}

void check_categories(const CategoryRef& matrix, std::int64_t rows,
                      const std::vector<std::int64_t>& sizes, std::int64_t shift,
                      std::int64_t graph, const char* what, std::int64_t added) {
  if (rows == 0) return;
  if (matrix.cols() != std::ssize(sizes)) {
    fail("prepare", "graph ", graph, " has ", matrix.cols(), " columns of ", what,
         " labels, the model takes ", sizes.size());
  }
  if (!sizes.empty()) check_rows(matrix.rows(), rows, graph, "labels");
  for (std::int64_t c = 0; c < matrix.cols(); ++c) {
    const std::int64_t least = matrix.col(c).minCoeff() + added;
    const std::int64_t greatest = matrix.col(c).maxCoeff() + added;
    if (least >= 0 && greatest < sizes[c]) continue;
    fail("prepare", "graph ", graph, " has the ", what, " label ",
         (least < 0 ? least : greatest) - shift, ", the model knows ", -shift, " to ",
         sizes[c] - 1 - shift);
  }
}

void check_features(const FloatRef& matrix, std::int64_t rows, std::int64_t columns,
                    std::int64_t graph, const char* what) {
  if (rows == 0) return;
  if (matrix.cols() != columns) {
    fail("prepare", "graph ", graph, " has ", matrix.cols(), ' ', what,
         " attributes, the model takes ", columns);
  }
  if (columns > 0) check_rows(matrix.rows(), rows, graph, "attributes");
}

std::int64_t joined_columns(const DataShape& shape) {
  return std::accumulate(shape.node_categories.begin(), shape.node_categories.end(),
                         shape.node_features);
}

void join_features(const CategoryRef& categories, const FloatRef& features, const DataShape& shape,
                   std::int64_t added, Eigen::Ref<FloatMatrix> joined) {
  joined.rightCols(shape.node_features) = features;
  std::int64_t first = 0;
  for (std::int64_t c = 0; c < std::ssize(shape.node_categories); ++c) {
    for (std::int64_t v = 0; v < joined.rows(); ++v) {
      joined(v, first + categories(v, c) + added) = 1.0F;
    }
    first += shape.node_categories[c];
  }
}

void align_features(const DataShape& shape, Dataset& dataset) {
  if (shape.node_input == NodeInput::Labels) {
    check_numbers(dataset, &Sample::node_features, shape.node_categories, "node");
  }
  check_numbers(dataset, &Sample::edge_features, shape.edge_categories, "edge");
  if (shape.node_input == NodeInput::Attributes) {
    take_as_numbers(dataset, &Sample::node_categories, &Sample::node_features);
  }
  if (shape.edge_features > 0 && shape.edge_categories.empty()) {
    take_as_numbers(dataset, &Sample::edge_categories, &Sample::edge_features);
  }
  if (shape.node_input == NodeInput::Labels || shape.node_input == NodeInput::Both) {
    shift_labels(dataset, &Sample::node_categories,
                 shape.node_label_shift - dataset.node_label_shift, "node");
  }
  if (!shape.edge_categories.empty()) {
    shift_labels(dataset, &Sample::edge_categories,
                 shape.edge_label_shift - dataset.edge_label_shift, "edge");
  }
}

Json shape_to_json(const DataShape& shape) {
  return {{"graphs", shape.graphs},
          {"mean_nodes", shape.mean_nodes},
          {"node_input", enum_name(shape.node_input)},
          {"node_features", shape.node_features},
          {"edge_features", shape.edge_features},
          {"node_categories", shape.node_categories},
          {"edge_categories", shape.edge_categories},
          {"node_label_shift", shape.node_label_shift},
          {"edge_label_shift", shape.edge_label_shift},
          {"class_labels", shape.class_labels},
          {"targets", shape.targets},
          {"split", shape.split}};
}

DataShape shape_from_json(const Json& json) {
  DataShape shape;
  json.at("graphs").get_to(shape.graphs);
  json.at("mean_nodes").get_to(shape.mean_nodes);
  shape.node_input = parse_enum<NodeInput>(json.at("node_input").get<std::string>());
  json.at("node_features").get_to(shape.node_features);
  json.at("edge_features").get_to(shape.edge_features);
  json.at("node_categories").get_to(shape.node_categories);
  json.at("edge_categories").get_to(shape.edge_categories);
  json.at("node_label_shift").get_to(shape.node_label_shift);
  json.at("edge_label_shift").get_to(shape.edge_label_shift);
  json.at("class_labels").get_to(shape.class_labels);
  json.at("targets").get_to(shape.targets);
  json.at("split").get_to(shape.split);
  return shape;
}

void resolve_node_input(PipelineOptions& options, DataShape& shape, const Dataset& dataset) {
  const bool labels = !shape.node_categories.empty();
  if (options.node_input == NodeInput::Attributes && dataset.categories_are_numbers && labels) {
    shape.node_features = std::ssize(shape.node_categories);
    shape.node_categories.clear();
  }
  const bool attributes = shape.node_features > 0;
  NodeInput& choice = options.node_input;
  if (choice == NodeInput::Auto) {
    choice = labels && attributes ? NodeInput::Both
             : labels             ? NodeInput::Labels
             : attributes         ? NodeInput::Attributes
                                  : NodeInput::Constant;
  }
  if ((choice == NodeInput::Labels || choice == NodeInput::Both) && !labels) {
    fail("make_pipeline", "the nodes have no labels");
  }
  if ((choice == NodeInput::Attributes || choice == NodeInput::Both) && !attributes) {
    fail("make_pipeline", "the nodes have no attributes");
  }
  shape.node_input = choice;
}

void resolve_edge_input(const PipelineOptions& options, DataShape& shape) {
  if (nn::reads_edges(options.encoder)) return;
  shape.edge_categories.clear();
  shape.edge_features = 0;
}

void shape_inputs(std::vector<Sample>& samples, const DataShape& shape) {
  for (std::size_t k = 0; k < samples.size(); ++k) {
    Sample& sample = samples[k];
    const std::int64_t i = number_of(sample, k);
    if (sample.graph.num_nodes() == 0) fail("prepare", "graph ", i, " has no nodes");
    shape_nodes(sample, shape, i);
    const std::int64_t edges = sample.graph.num_edges();
    if (shape.edge_categories.empty()) sample.edge_categories = {};
    if (shape.edge_features == 0) sample.edge_features = {};
    check_categories(sample.edge_categories, edges, shape.edge_categories, shape.edge_label_shift,
                     i, "edge");
    check_features(sample.edge_features, edges, shape.edge_features, i, "edge");
    // A graph without edges has the columns of the others, none of its own.
    sample.edge_categories.resize(edges, std::ssize(shape.edge_categories));
    sample.edge_features.resize(edges, shape.edge_features);
  }
}

nn::EncoderOptions encoder_inputs(const DataShape& shape) {
  nn::EncoderOptions inputs;
  if (shape.node_input == NodeInput::Labels) {
    inputs.node_categories = shape.node_categories;
  } else if (shape.node_input == NodeInput::Constant) {
    inputs.node_features = 1;
  } else {
    inputs.node_features =
        shape.node_input == NodeInput::Both ? joined_columns(shape) : shape.node_features;
  }
  // As for nodes, the encoder takes labels where there are any.
  inputs.edge_categories = shape.edge_categories;
  if (shape.edge_categories.empty()) inputs.edge_features = shape.edge_features;
  return inputs;
}

}  // namespace isotypic::learn
