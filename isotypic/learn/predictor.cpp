#include "isotypic/learn/predictor.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/learn/compiled_predictor.hpp"
#include "isotypic/learn/features.hpp"
#include "isotypic/learn/prediction_row.hpp"
#include "isotypic/train/thread_count.hpp"

namespace isotypic::learn {
namespace {

constexpr const char* where = "predict";

/// The samples `ids` without what they are to be compared with.
Dataset select(const Dataset& data, std::span<const std::int64_t> ids) {
  Dataset selected{.name = data.name,
                   .node_label_shift = data.node_label_shift,
                   .edge_label_shift = data.edge_label_shift,
                   .categories_are_numbers = data.categories_are_numbers};
  selected.samples.reserve(ids.size());
  for (const std::int64_t id : ids) {
    if (id < 0 || id >= std::ssize(data.samples)) {
      fail(where, "there is no graph ", id, " in ", data.name, ", which has ", data.samples.size());
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

std::vector<std::int64_t> first_numbers(std::int64_t count) {
  std::vector<std::int64_t> numbers(static_cast<std::size_t>(count));
  std::iota(numbers.begin(), numbers.end(), 0);
  return numbers;
}

/// Whether the graphs are as CompiledModel reads them.
bool fits_compiled(const nn::GraphTensors& data) {
  const auto is_float = [](const at::Tensor& tensor) {
    return !tensor.defined() || tensor.scalar_type() == at::kFloat;
  };
  return data.stand_ins.empty() && !data.marks && is_float(data.node_features) &&
         is_float(data.edge_features) && is_float(data.basis) && is_float(data.node_encodings) &&
         (!data.pairs || is_float(data.pairs->values));
}

/// The folders of models, as `train --seeds` and `cross-validate --keep-models` leave them: by
/// length, so that seed-9 comes before seed-10.
std::vector<std::string> models_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  std::error_code unknown;
  for (auto entry = std::filesystem::directory_iterator(folder, unknown);
       !unknown && entry != std::filesystem::directory_iterator(); entry.increment(unknown)) {
    std::error_code missing;
    if (!std::filesystem::exists(entry->path() / "model.checkpoint", missing)) continue;
    names.push_back(entry->path().filename().string());
  }
  std::ranges::sort(names, {},
                    [](const std::string& name) { return std::pair(name.size(), name); });
  return names;
}

}  // namespace

std::filesystem::path checkpoint_of(const std::filesystem::path& model) {
  std::error_code unknown;  // whoever opens the file says what is wrong then
  if (!std::filesystem::is_directory(model, unknown)) return model;
  const std::filesystem::path checkpoint = model / "model.checkpoint";
  const std::vector<std::string> several =
      std::filesystem::exists(checkpoint, unknown) ? std::vector<std::string>() : models_in(model);
  if (several.empty()) return checkpoint;
  fail("load_pipeline", model.string(), " holds ", several.front(),
       several.size() > 1 ? " to " + several.back() : "", "; name one of them");
}

Predictor::Predictor(const std::filesystem::path& model)
    : Predictor(load_pipeline(checkpoint_of(model))) {}

Predictor::Predictor(Pipeline pipeline) : pipeline_(std::move(pipeline)) {
  pipeline_.model->eval();
  num_columns_ = columns().size();
  compiled_ = CompiledPredictor::make(pipeline_);
}

bool Predictor::is_compiled() const { return compiled_ != nullptr; }

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
  return translate_exceptions(where, [&] {
    return predict(prepare(pipeline_, select(data, ids), channels), channels.threads);
  });
}

Prediction Predictor::predict(const Graph& graph) const {
  Prediction row(num_columns_);
  predict(graph, row);
  return row;
}

Prediction Predictor::predict(const Sample& sample) const {
  Prediction row(num_columns_);
  predict(sample, row);
  return row;
}

void Predictor::predict(const Graph& graph, std::span<double> row) const {
  // Colours of edges have two entries for each edge in a graph, and labels one.
  const std::vector<std::int32_t> edge_colours = graph.edge_colours();
  const auto column = [](std::span<const std::int32_t> colours) {
    return Eigen::Map<const CategoryMatrix>(colours.data(), std::ssize(colours),
                                            colours.empty() ? 0 : 1);
  };
  const Eigen::Map<const FloatMatrix> none(nullptr, 0, 0);
  translate_exceptions(where, [&] {
    answer({graph, {column(graph.node_colours()), none, column(edge_colours), none}}, row);
  });
}

void Predictor::predict(const Sample& sample, std::span<double> row) const {
  const RawGraph raw{
      sample.graph,
      {sample.node_categories, sample.node_features, sample.edge_categories, sample.edge_features},
      number_of(sample, 0)};
  translate_exceptions(where, [&] { answer(raw, row); });
}

void Predictor::answer(const RawGraph& raw, std::span<double> row) const {
  if (row.size() != num_columns_) {
    fail(where, "there is room for ", row.size(), " answers of ", num_columns_);
  }
  if (compiled_) return compiled_->predict(raw, row);
  Dataset alone;
  alone.samples.push_back({.graph = raw.graph,
                           .node_features = raw.features.node_features,
                           .node_categories = raw.features.node_categories,
                           .edge_features = raw.features.edge_features,
                           .edge_categories = raw.features.edge_categories,
                           .id = raw.number});
  std::ranges::copy(predict(prepare(pipeline_, std::move(alone), {.threads = 1})).front(),
                    row.begin());
}

std::vector<Prediction> Predictor::predict(const nn::GraphTensors& data) const {
  return translate_exceptions(where, [&] { return predict(data, 1); });
}

std::vector<Prediction> Predictor::predict(const nn::GraphTensors& data,
                                           std::int64_t threads) const {
  std::vector<Prediction> rows(static_cast<std::size_t>(data.num_graphs), Prediction(num_columns_));
  if (compiled_ && fits_compiled(data)) {
    parallel_for(data.num_graphs, threads, [&](std::int64_t g) {
      compiled_->predict(data, g, rows[static_cast<std::size_t>(g)]);
    });
    return rows;
  }
  const train::ThreadCountScope one_thread(1);  // equal bytes on every machine
  const at::Tensor output = train::predict(*pipeline_.model, data, first_numbers(data.num_graphs),
                                           pipeline_.options.training.batch_size)
                                .to(at::kFloat)
                                .contiguous();
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    finish_row(pipeline_, output.data_ptr<float>() + g * output.size(1), data.sample_numbers[g],
               rows[static_cast<std::size_t>(g)]);
  }
  return rows;
}

}  // namespace isotypic::learn
