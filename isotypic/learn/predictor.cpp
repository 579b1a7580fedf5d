#include "isotypic/learn/predictor.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/learn/features.hpp"
#include "isotypic/train/thread_count.hpp"

namespace isotypic::learn {
namespace {

bool gives_classes(const Pipeline& pipeline) {
  return pipeline.options.task == Task::Classification;
}

/// The samples `ids` without what they are to be compared with.
Dataset select(const Dataset& data, std::span<const std::int64_t> ids) {
  Dataset selected{.name = data.name,
                   .node_label_shift = data.node_label_shift,
                   .edge_label_shift = data.edge_label_shift,
                   .categories_are_numbers = data.categories_are_numbers};
  selected.samples.reserve(ids.size());
  for (const std::int64_t id : ids) {
    if (id < 0 || id >= std::ssize(data.samples)) {
      fail("predict", "there is no graph ", id, " in ", data.name, ", which has ",
           data.samples.size());
    }
    const Sample& sample = data.samples[id];
    selected.samples.push_back({.graph = sample.graph,
                                .node_features = sample.node_features,
                                .node_categories = sample.node_categories,
                                .edge_features = sample.edge_features,
                                .edge_categories = sample.edge_categories,
                                .id = number_of(sample, id)});
  }
  return selected;
}

/// Colours as a column of labels.
CategoryMatrix label_column(std::span<const std::int32_t> colours) {
  return Eigen::Map<const CategoryMatrix>(colours.data(), std::ssize(colours), 1);
}

std::vector<std::int64_t> first_numbers(std::int64_t count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

}  // namespace

Predictor::Predictor(const std::filesystem::path& checkpoint)
    : Predictor(load_pipeline(checkpoint)) {}

Predictor::Predictor(Pipeline pipeline) : pipeline_(std::move(pipeline)) {
  pipeline_.model->eval();
}

std::vector<std::string> Predictor::columns() const {
  std::vector<std::string> names;
  if (gives_classes(pipeline_)) {
    names.emplace_back("class");
    for (const std::int64_t label : pipeline_.shape.class_labels) {
      names.push_back("probability of " + std::to_string(label));
    }
    return names;
  }
  const std::string name = pipeline_.options.task == Task::Binary ? "probability" : "value";
  for (std::int64_t i = 0; i < pipeline_.shape.targets; ++i) {
    names.push_back(pipeline_.shape.targets == 1 ? name : name + " " + std::to_string(i));
  }
  return names;
}

void Predictor::check(const Dataset& data, std::span<const std::int64_t> ids) const {
  constexpr std::size_t at_a_time = 1024;  // a copy of all graphs would double the memory
  for (std::size_t first = 0; first < ids.size(); first += at_a_time) {
    Dataset selected = select(data, ids.subspan(first, std::min(at_a_time, ids.size() - first)));
    align_features(pipeline_.shape, selected);
    shape_inputs(selected.samples, pipeline_.shape);
  }
}

std::vector<Prediction> Predictor::predict(const Dataset& data,
                                           const ChannelSetOptions& channels) const {
  return predict(data, first_numbers(std::ssize(data.samples)), channels);
}

std::vector<Prediction> Predictor::predict(const Dataset& data, std::span<const std::int64_t> ids,
                                           const ChannelSetOptions& channels) const {
  if (ids.empty()) return {};
  return predict(prepare(pipeline_, select(data, ids), channels));
}

Prediction Predictor::predict(const Graph& graph) const {
  Sample sample{.graph = graph};
  if (graph.has_node_colours()) sample.node_categories = label_column(graph.node_colours());
  if (graph.has_edge_colours()) sample.edge_categories = label_column(graph.edge_colours());
  Dataset alone;
  alone.samples.push_back(std::move(sample));
  return predict(prepare(pipeline_, std::move(alone), {.threads = 1})).front();
}

std::vector<Prediction> Predictor::predict(const nn::GraphTensors& data) const {
  const train::ThreadCountScope one_thread(1);  // equal bytes on every machine
  at::Tensor output = train::predict(*pipeline_.model, data, first_numbers(data.num_graphs),
                                     pipeline_.options.training.batch_size)
                          .to(at::kDouble);
  const bool classes = gives_classes(pipeline_);
  if (classes) output = at::softmax(output, 1);
  if (pipeline_.options.task == Task::Binary) output = at::sigmoid(output);
  output = output.contiguous();
  const std::int64_t width = output.size(1);
  std::vector<Prediction> rows;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    const double* values = output.data_ptr<double>() + g * width;
    Prediction row(values, values + width);
    if (std::ranges::any_of(row, [](double value) { return std::isnan(value); })) {
      fail_as(ErrorKind::Runtime, "predict", "the output for graph ", data.sample_numbers[g],
              " is not a number");
    }
    if (classes) {
      const auto best = std::ranges::max_element(row) - row.begin();
      row.insert(row.begin(), static_cast<double>(pipeline_.shape.class_labels[best]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace isotypic::learn
