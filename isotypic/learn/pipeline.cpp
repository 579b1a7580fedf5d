#include "isotypic/learn/pipeline.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/names.hpp"
#include "isotypic/base/build_info.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/fingerprint.hpp"
#include "isotypic/learn/features.hpp"
#include "isotypic/learn/answers.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/thread_count.hpp"
#include "isotypic/train/training_state.hpp"

namespace isotypic::learn {
namespace {

std::int64_t outputs_of(const Pipeline& pipeline) {
  return pipeline.options.task == "classification" ? std::ssize(pipeline.shape.class_labels)
                                                   : pipeline.shape.targets;
}

/// `histogram` is for PNA and may be empty otherwise.
void make_model(Pipeline& pipeline, std::vector<std::int64_t> histogram) {
  const PipelineOptions& options = pipeline.options;
  const auto seed = static_cast<std::uint64_t>(options.seed);
  nn::ModelOptions model{.encoder = encoder_inputs(pipeline.shape),
                         .readout = nn::named_readout(options.readout, options.blocks, seed),
                         .outputs = outputs_of(pipeline),
                         .seed = seed};
  model.encoder.kind = nn::layer_kind(options.encoder);
  model.encoder.hidden = options.hidden;
  model.encoder.layers = options.layers;
  model.encoder.heads = options.heads;
  model.encoder.dropout = options.dropout;
  model.encoder.degree_histogram = std::move(histogram);
  pipeline.model = std::make_shared<nn::GraphModel>(model);
}

Json engines() {
  return {engine_name(SymmetryEngine::DenseNauty), engine_name(SymmetryEngine::Traces)};
}

std::string about(const Pipeline& pipeline) {
  return dump_json({{"kind", "isotypic pipeline"},
                    {"version", build_version()},
                    {"engines", engines()},
                    {"options", to_json(pipeline.options)},
                    {"shape", shape_to_json(pipeline.shape)},
                    {"degree_histogram", pipeline.model->options.encoder.degree_histogram}});
}

bool uses_channels(const Pipeline& pipeline) {
  return nn::needs_channels(pipeline.model->options.readout);
}

}  // namespace

train::Loss Pipeline::loss() const {
  if (options.task == "classification") return train::Loss::CrossEntropy;
  return options.task == "binary" ? train::Loss::BinaryCrossEntropy : train::Loss::MeanSquaredError;
}

train::Metric Pipeline::metric() const {
  if (options.task == "classification") return train::Metric::Accuracy;
  return options.task == "binary" ? train::Metric::RocAuc : train::Metric::MeanAbsoluteError;
}

Split split_of(const PipelineOptions& options, const SplitDataset& data) {
  const auto seed = static_cast<std::uint64_t>(options.seed);
  if (data.has_split()) {
    if (options.folds == 0) return data.split;
    fail("split_of", data.dataset.name, " has a published split; folds are for those without");
  }
  if (options.folds == 0) return train::random_split(std::ssize(data.dataset.samples), seed);
  return train::fold_split(classes_of(options.task, data.dataset), options.folds, options.fold, seed);
}

Pipeline make_pipeline(const PipelineOptions& options, const SplitDataset& data) {
  Pipeline pipeline{.options = options, .shape = shape_of(data.dataset)};
  resolve_task(pipeline.options, pipeline.shape, data.dataset);
  resolve_node_input(pipeline.options, pipeline.shape, data.dataset);
  resolve_edge_input(pipeline.options, pipeline.shape);
  const Split split = split_of(pipeline.options, data);
  pipeline.shape.split = train::split_fingerprint(split, data.dataset);
  check_parts(pipeline.options.task, data.dataset, split);
  std::vector<std::int64_t> histogram;
  if (options.encoder == "PNA") {
    histogram = nn::degree_histogram(nn::collate(data.dataset.samples), split.train);
  }
  make_model(pipeline, std::move(histogram));
  return pipeline;
}

nn::GraphTensors prepare(const Pipeline& pipeline, std::vector<Sample> samples,
                         const ChannelSetOptions& channels, std::span<const std::int64_t> numbers) {
  shape_inputs(samples, pipeline.shape, numbers);
  if (uses_channels(pipeline)) {
    check_channel_sizes(samples, numbers);
    ChannelSetOptions options = channels;
    options.channels.max_blocks = pipeline.options.blocks;
    options.channels.grouping =
        pipeline.options.grouping == "components" ? Grouping::Components : Grouping::Channels;
    add_channels(samples, options);
  }
  return nn::collate(samples, {.max_blocks = pipeline.options.blocks});
}

namespace {

/// Refuses the checkpoint of another training by the first option, or the first thing about the
/// data, that differs, before anything is computed. Another number of epochs is no difference: more
/// of them go on.
void check_resumable(const Pipeline& pipeline, const std::filesystem::path& path) {
  if (path.empty() || !std::filesystem::exists(path)) return;
  const train::Checkpoint checkpoint = train::load_checkpoint(path);
  if (checkpoint.about.empty()) return;  // not written by fit(): train() decides
  const Json about = parse_json(checkpoint.about, path.string());
  const auto compare = [&](const char* what, const Json& saved, const Json& wanted) {
    for (const auto& [field, value] : wanted.items()) {
      if (field == "epochs" || !saved.contains(field) || saved.at(field) == value) continue;
      fail("fit", path.string(), " belongs to another training: ", what, field, " is ",
           dump_json(saved.at(field)), ", not ", dump_json(value));
    }
  };
  compare("its ", about.value("options", Json::object()), to_json(pipeline.options));
  compare("of its data ", about.value("shape", Json::object()), shape_to_json(pipeline.shape));
}

/// NaN without a test part, and when it does not define the metric.
double test_score(Pipeline& pipeline, const nn::GraphTensors& tensors,
                  const std::vector<std::int64_t>& test) {
  if (test.empty()) return std::numeric_limits<double>::quiet_NaN();
  return train::score_or_nan([&] {
    return train::evaluate(*pipeline.model, tensors, test, pipeline.metric(), pipeline.options.batch_size);
  });
}

}  // namespace

FitResult fit(Pipeline& pipeline, SplitDataset data, const FitOptions& options) {
  const PipelineOptions& config = pipeline.options;
  check_resumable(pipeline, options.checkpoint);
  const Split split = split_of(config, data);
  align_features(pipeline.shape, data.dataset);
  set_truth(data.dataset, config.task, pipeline.shape);
  const nn::GraphTensors tensors =
      prepare(pipeline, std::move(data.dataset.samples), options.channels);
  FitResult result;
  result.training = train::train(
      *pipeline.model, tensors, split,
      {.loss = pipeline.loss(),
       .metric = pipeline.metric(),
       .epochs = config.epochs,
       .batch_size = config.batch_size,
       .adam = {.learning_rate = config.learning_rate, .weight_decay = config.weight_decay},
       .patience = config.patience,
       .seed = static_cast<std::uint64_t>(config.seed),
       .checkpoint = options.checkpoint,
       .resume = !options.checkpoint.empty(),
       // The fingerprint of the data comes next.
       .data_id = data.dataset.name + ", " + std::to_string(tensors.num_graphs) + " graphs; " +
                  config.grouping + "; " + dump_json(engines()) + "; fingerprint",
       .about = about(pipeline),
       .progress = options.progress,
       .stop = options.stop});
  const auto& curve = result.training.curve;
  if (!curve.empty() && result.training.best_epoch < 0) {
    fail_as(ErrorKind::Runtime, "fit", "the outputs are not numbers after any of ", curve.size(),
            " epochs: the training diverged");
  }
  result.test_score = test_score(pipeline, tensors, split.test);
  return result;
}

namespace {

/// The model is made from the shape, so what the shape counts must be backed by saved weights or be
/// as few as a data set may have: a forged one could ask for any amount of memory.
void check_shape(const DataShape& shape, const train::Checkpoint& checkpoint,
                 const std::string& source) {
  std::int64_t weights = 2'000'001;  // labels from -1,000,000 to 1,000,000
  for (const auto& [name, tensor] : checkpoint.tensors) weights += tensor.numel();
  std::vector<std::int64_t> sizes = {shape.node_features, shape.edge_features, shape.targets,
                                     std::ssize(shape.class_labels)};
  sizes.insert(sizes.end(), shape.node_categories.begin(), shape.node_categories.end());
  sizes.insert(sizes.end(), shape.edge_categories.begin(), shape.edge_categories.end());
  if (std::ranges::any_of(sizes, [&](std::int64_t size) { return size < 0 || size > weights; })) {
    fail("load_pipeline", source, " describes data that do not fit its weights");
  }
}

}  // namespace

Pipeline load_pipeline(const std::filesystem::path& path) {
  constexpr const char* where = "load_pipeline";
  const std::string source = path.string();
  const train::Checkpoint checkpoint = train::load_checkpoint(path);
  if (checkpoint.about.empty()) {
    fail(where, source,
         " is a checkpoint without a description of its data; `isotypic train` "
         "writes one");
  }
  const auto load = [&] {
    if (train::parse_state(checkpoint.state, source).best_epoch < 0) {
      fail(where, source, " has no weights to predict with: no validation score was a number");
    }
    const Json json = parse_json(checkpoint.about, source);
    Pipeline pipeline{.options = pipeline_options_from_json(json.at("options"), source),
                      .shape = shape_from_json(json.at("shape"))};
    check_shape(pipeline.shape, checkpoint, source);
    make_model(pipeline, json.at("degree_histogram").get<std::vector<std::int64_t>>());
    if (uses_channels(pipeline) && json.at("engines") != engines()) {
      fail(where, source, " was trained on channels of ", dump_json(json.at("engines")),
           "; this program has ", dump_json(engines()), ", whose channels differ");
    }
    std::vector<std::pair<std::string, at::Tensor>> weights;
    for (const auto& item : pipeline.model->named_parameters()) {
      weights.emplace_back(item.key(), item.value());
    }
    for (const auto& item : pipeline.model->named_buffers()) {
      weights.emplace_back(item.key(), item.value());
    }
    train::restore_tensors(checkpoint, "best/", weights);
    pipeline.model->eval();
    return pipeline;
  };
  return translate_exceptions(where, [&] {
    try {
      return load();
    } catch (const nlohmann::json::exception&) {
      fail(where, source, " holds a description of its data that this program cannot read");
    }
  });
}

std::vector<std::string> prediction_columns(const Pipeline& pipeline) {
  std::vector<std::string> columns;
  if (pipeline.options.task == "classification") {
    columns.emplace_back("class");
    for (const std::int64_t label : pipeline.shape.class_labels) {
      columns.push_back("probability of " + std::to_string(label));
    }
    return columns;
  }
  const std::string name = pipeline.options.task == "binary" ? "probability" : "value";
  for (std::int64_t i = 0; i < pipeline.shape.targets; ++i) {
    columns.push_back(pipeline.shape.targets == 1 ? name : name + " " + std::to_string(i));
  }
  return columns;
}

std::vector<std::vector<double>> predict_rows(Pipeline& pipeline, std::vector<Sample> samples,
                                              const ChannelSetOptions& channels,
                                              std::span<const std::int64_t> numbers) {
  for (Sample& sample : samples) {
    sample.label = 0;  // the truth, if any, is not for the model
    sample.targets.clear();
  }
  const nn::GraphTensors tensors = prepare(pipeline, std::move(samples), channels, numbers);
  const train::ThreadCountScope one_thread(1);  // equal bytes on every machine
  std::vector<std::int64_t> ids(static_cast<std::size_t>(tensors.num_graphs));
  std::iota(ids.begin(), ids.end(), 0);
  at::Tensor output =
      train::predict(*pipeline.model, tensors, ids, pipeline.options.batch_size).to(at::kDouble);
  const bool classes = pipeline.options.task == "classification";
  if (classes) output = at::softmax(output, 1);
  if (pipeline.options.task == "binary") output = at::sigmoid(output);
  output = output.contiguous();
  const std::int64_t width = output.size(1);
  std::vector<std::vector<double>> rows;
  for (std::int64_t g = 0; g < tensors.num_graphs; ++g) {
    const double* values = output.data_ptr<double>() + g * width;
    if (std::any_of(values, values + width, [](double value) { return std::isnan(value); })) {
      fail_as(ErrorKind::Runtime, "predict", "the output for graph ",
              numbers.empty() ? g : numbers[g], " is not a number");
    }
    std::vector<double> row(values, values + width);
    if (classes) {
      const auto best = std::max_element(row.begin(), row.end()) - row.begin();
      row.insert(row.begin(), static_cast<double>(pipeline.shape.class_labels[best]));
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace isotypic::learn
