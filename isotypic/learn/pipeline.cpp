#include "isotypic/learn/pipeline.hpp"

#include <numeric>
#include <utility>

#include "isotypic/base/error.hpp"
#include "isotypic/learn/answers.hpp"
#include "isotypic/learn/description.hpp"
#include "isotypic/learn/features.hpp"
#include "isotypic/learn/inputs.hpp"
#include "isotypic/learn/reach.hpp"
#include "isotypic/nn/readouts/readout.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/fingerprint.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/training_state.hpp"

namespace isotypic::learn {
namespace {

std::int64_t outputs_of(const Pipeline& pipeline) {
  return pipeline.options.task == Task::Classification ? std::ssize(pipeline.shape.class_labels)
                                                       : pipeline.shape.targets;
}

/// As nn::degree_histogram(), but without tensors of the whole data set.
std::vector<std::int64_t> degree_histogram(const std::vector<Sample>& samples,
                                           const std::vector<std::int64_t>& ids) {
  std::vector<std::int64_t> histogram(1, 0);
  for (const std::int64_t id : ids) {
    const Graph& graph = samples[id].graph;
    for (std::int64_t v = 0; v < graph.num_nodes(); ++v) {
      const auto degree = static_cast<std::size_t>(graph.degree(v));
      if (degree >= histogram.size()) histogram.resize(degree + 1, 0);
      ++histogram[degree];
    }
  }
  return histogram;
}

/// `histogram` is for PNA and may be empty otherwise.
void make_model(Pipeline& pipeline, std::vector<std::int64_t> histogram) {
  const PipelineOptions& options = pipeline.options;
  const auto seed = static_cast<std::uint64_t>(options.seed);
  nn::ModelOptions model{.encoder = encoder_inputs(pipeline.shape),
                         .readout = nn::named_readout(options.readout, options.blocks, seed),
                         .outputs = outputs_of(pipeline),
                         .seed = seed,
                         .scale_targets = options.regression.scale_targets};
  nn::OperatorOptions& operators = model.readout.operators;
  operators.reach = options.reach;
  // Heads share the width, so they must divide it.
  if (operators.heads > 0) operators.heads = std::gcd(operators.heads, options.network.hidden);
  model.encoder.kind = options.encoder;
  train::set_network(model.encoder, options.network);
  model.encoder.degree_histogram = std::move(histogram);
  pipeline.model = std::make_shared<nn::GraphModel>(model);
}

/// What only regression has cannot be asked of another task.
void check_regression(const PipelineOptions& options) {
  if (options.task == Task::Regression) return;
  const auto refuse = [&](const char* what) {
    fail("pipeline_options", what, " is for regression; this task is ", enum_name(options.task));
  };
  if (options.regression.scale_targets) refuse("scale_targets");
  // The loss of a recipe is for those tasks that have a choice.
  const bool own = options.recipe.recipe == train::Recipe::Paper;
  if (own && options.regression.loss == train::RegressionLoss::Absolute) refuse("loss absolute");
}

bool uses_channels(const Pipeline& pipeline) {
  return nn::needs_channels(pipeline.model->options.readout);
}

}  // namespace

train::Loss Pipeline::loss() const {
  if (options.task == Task::Classification) return train::Loss::CrossEntropy;
  if (options.task == Task::Binary) return train::Loss::BinaryCrossEntropy;
  return train::regression_loss(options.regression);
}

train::Metric Pipeline::metric() const {
  if (options.task == Task::Classification) return train::Metric::Accuracy;
  return options.task == Task::Binary ? train::Metric::RocAuc : train::Metric::MeanAbsoluteError;
}

Split split_of(const PipelineOptions& options, const SplitDataset& data) {
  const auto seed = static_cast<std::uint64_t>(options.seed);
  if (data.has_split()) {
    if (options.folds == 0) return data.split;
    fail("split_of", data.dataset.name,
         " has a published split; folds are for those without: leave --folds out");
  }
  if (options.folds == 0) return train::random_split(std::ssize(data.dataset.samples), seed);
  return train::fold_split(classes_of(options.task, data.dataset), options.folds, options.fold,
                           seed);
}

Pipeline make_pipeline(const PipelineOptions& options, const SplitDataset& data) {
  Pipeline pipeline{.options = options, .shape = shape_of(data.dataset)};
  resolve_task(pipeline.options, pipeline.shape, data.dataset);
  check_regression(pipeline.options);
  resolve_node_input(pipeline.options, pipeline.shape, data.dataset);
  resolve_edge_input(pipeline.options, pipeline.shape);
  resolve_reach(pipeline.options, data.dataset);
  pipeline.split = split_of(pipeline.options, data);
  pipeline.shape.split = train::split_fingerprint(pipeline.split, data.dataset);
  check_parts(pipeline.options.task, data.dataset, pipeline.split);
  std::vector<std::int64_t> histogram;
  if (options.encoder == nn::LayerKind::Pna) {
    histogram = degree_histogram(data.dataset.samples, pipeline.split.train);
  }
  make_model(pipeline, std::move(histogram));
  return pipeline;
}

nn::GraphTensors prepare(const Pipeline& pipeline, Dataset data,
                         const ChannelSetOptions& channels) {
  align_features(pipeline.shape, data);
  std::vector<Sample>& samples = data.samples;
  shape_inputs(samples, pipeline.shape);
  if (uses_channels(pipeline)) {
    ChannelSetOptions options = channels;
    options.channels = channel_options(pipeline, channels.channels);
    add_channels(samples, options);
  }
  nn::CollateOptions collate = collate_options(pipeline);
  collate.encodings.threads = channels.threads;
  collate.encodings.stop = channels.stop;
  if (collate.pairs) {
    collate.pairs->threads = channels.threads;
    collate.pairs->stop = channels.stop;
  }
  if (collate.marks) {
    collate.marks->threads = channels.threads;
    collate.marks->stop = channels.stop;
  }
  return nn::collate(samples, collate);
}

namespace {

/// The model is made from shape and options, so what they count must be backed by saved weights or
/// be as few as a data set may have: forged ones could ask for any amount of memory.
void check_sizes(const Pipeline& pipeline, const train::Checkpoint& checkpoint,
                 const std::string& source) {
  const DataShape& shape = pipeline.shape;
  std::int64_t weights = 2'000'001;  // labels from -1,000,000 to 1,000,000
  for (const auto& [name, tensor] : checkpoint.tensors) weights += tensor.numel();
  std::vector<std::int64_t> sizes = {shape.node_features, shape.edge_features, shape.targets,
                                     std::ssize(shape.class_labels)};
  sizes.insert(sizes.end(), shape.node_categories.begin(), shape.node_categories.end());
  sizes.insert(sizes.end(), shape.edge_categories.begin(), shape.edge_categories.end());
  // Every layer has a matrix of hidden x hidden weights, and blocks are rows of the head.
  const train::NetworkSettings& network = pipeline.options.network;
  sizes.push_back(network.layers * network.hidden * network.hidden);
  const std::int64_t blocks = pipeline.options.blocks;
  if (nn::needs_channels(nn::named_readout(pipeline.options.readout, 1, 0))) {
    sizes.push_back(blocks * blocks);
  }
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
    Pipeline pipeline{.options = pipeline_fields().from_json(json.at("options"), source),
                      .shape = shape_from_json(json.at("shape"))};
    check_sizes(pipeline, checkpoint, source);
    make_model(pipeline, json.at("degree_histogram").get<std::vector<std::int64_t>>());
    if (uses_channels(pipeline) && json.at("engines") != known_engines()) {
      fail(where, source, " was trained on channels of ", dump_json(json.at("engines")),
           "; this program has ", dump_json(known_engines()), ", whose channels differ");
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

}  // namespace isotypic::learn
