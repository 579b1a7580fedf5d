#include "experiments/downstream/downstream_data.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "isotypic/base/error.hpp"
#include "isotypic/data/channel_set.hpp"
#include "isotypic/data/open.hpp"
#include "isotypic/data/spectral_targets.hpp"
#include "isotypic/data/summary.hpp"
#include "isotypic/learn/answers.hpp"
#include "isotypic/learn/features.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/feature_encoder.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"
#include "isotypic/train/sampler.hpp"

namespace isotypic::experiments {
namespace {

void make_spectral_targets(Dataset& dataset, const DownstreamConfig& config, std::int64_t threads) {
  set_spectral_targets(dataset.samples, config.eigenvalues, threads);
  if (config.padding == Padding::Mask) return;
  for (Sample& sample : dataset.samples) {
    std::ranges::replace_if(
        sample.targets, [](float value) { return std::isnan(value); }, 0.0F);
  }
}

void truncate(Split& split, std::int64_t max_graphs) {
  if (max_graphs == 0) return;
  for (auto* part : {&split.train, &split.valid, &split.test}) {
    part->resize(std::min<std::size_t>(part->size(), static_cast<std::size_t>(max_graphs)));
  }
}

/// Leaves out the samples that no part of the split uses, so that nothing is computed for them.
void keep_used(SplitDataset& data) {
  std::vector<Sample> used;
  for (auto* part : {&data.split.train, &data.split.valid, &data.split.test}) {
    for (std::int64_t& id : *part) {
      used.push_back(std::move(data.dataset.samples[id]));
      id = std::ssize(used) - 1;
    }
  }
  data.dataset.samples = std::move(used);
}

std::vector<Split> make_splits(SplitDataset& data, const DownstreamConfig& config) {
  if (data.has_split()) {
    truncate(data.split, config.max_graphs);
    if (config.max_graphs > 0) keep_used(data);
    return {data.split};
  }
  std::vector<Split> splits;
  for (std::int64_t seed = 0; seed < config.first_seed + config.seeds; ++seed) {
    splits.push_back(
        train::random_split(std::ssize(data.dataset.samples), static_cast<std::uint64_t>(seed)));
    truncate(splits.back(), config.max_graphs);
  }
  return splits;
}

/// The features as the encoder takes them.
nn::EncoderOptions describe_inputs(const Dataset& dataset, Benchmark benchmark) {
  if (benchmark == Benchmark::Molhiv) {
    return {.node_categories = nn::ogb_atom_categories(),
            .edge_categories = nn::ogb_bond_categories()};
  }
  const DatasetSummary summary = summarise(dataset);
  return {.node_features = summary.node_categories.empty() ? summary.node_features : 0,
          .node_categories = summary.node_categories,
          .edge_features = summary.edge_categories.empty() ? summary.edge_features : 0,
          .edge_categories = summary.edge_categories};
}

/// What the encoders cannot take is found here, not in the test after the last epoch.
void check_molecules(const Dataset& dataset, const DownstreamConfig& config) {
  const bool edges = std::ranges::any_of(config.encoders, nn::reads_edges);
  for (std::int64_t i = 0; i < std::ssize(dataset.samples); ++i) {
    const Sample& sample = dataset.samples[i];
    learn::check_categories(sample.node_categories, sample.graph.num_nodes(),
                            nn::ogb_atom_categories(), 0, i, "node");
    if (!edges) continue;
    learn::check_categories(sample.edge_categories, sample.graph.num_edges(),
                            nn::ogb_bond_categories(), 0, i, "edge");
  }
}

bool reads_pairs(const DownstreamConfig& config) {
  return std::ranges::any_of(config.readouts, [&](const std::string& readout) {
    return nn::needs_pairs(nn::named_readout(readout, config.blocks, 0));
  });
}

void count_channels(const Dataset& dataset, std::int64_t blocks, DownstreamTask& task) {
  const auto graphs = static_cast<double>(dataset.samples.size());
  for (const Sample& sample : dataset.samples) {
    const Decomposition& channels = *sample.channels->canonical;
    const bool trivial_group =
        channels.certificate.num_orbitals == channels.num_nodes * channels.num_nodes;
    task.asymmetric += trivial_group ? 1.0 / graphs : 0.0;
    task.complete += channels.num_channels <= blocks ? 1.0 / graphs : 0.0;
    task.mean_channels += static_cast<double>(channels.num_channels) / graphs;
  }
}

}  // namespace

DownstreamTask prepare_task(const std::string& name, const DownstreamConfig& config,
                            const DownstreamPlaces& places, const RunContext& context) {
  const std::string experiment = enum_name(config.benchmark);
  SplitDataset data = open_dataset(places.data, name);
  if (data.dataset.samples.empty()) fail(experiment.c_str(), name, " has no graphs");
  if (config.benchmark != Benchmark::Spectral && !data.has_split()) {
    fail(experiment.c_str(), name, " is there without its published split");
  }
  check_channel_sizes(data.dataset.samples);
  DownstreamTask task{.dataset = name};
  task.splits = make_splits(data, config);
  if (config.benchmark == Benchmark::Spectral)
    make_spectral_targets(data.dataset, config, context.jobs);
  if (data.dataset.samples.front().targets.empty()) {
    fail(experiment.c_str(), name, " has no targets");
  }
  if (config.benchmark == Benchmark::Molhiv) {
    check_molecules(data.dataset, config);
    learn::check_binary_targets(experiment.c_str(), data.dataset);
    task.loss = train::Loss::BinaryCrossEntropy;
    task.metric = train::Metric::RocAuc;
  }
  for (const Split& split : task.splits) {
    learn::check_parts(
        config.benchmark == Benchmark::Molhiv ? learn::Task::Binary : learn::Task::Regression,
        data.dataset, split);
  }
  const bool as_labelled = config.channels.numbering == Numbering::AsLabelled;
  ChannelSetOptions channels{
      .channels = {.grouping = config.channels.grouping, .max_blocks = config.blocks},
      .as_labelled = as_labelled,
      .threads = context.jobs,
      .stop = context.stop};
  if (!places.channels.empty()) {
    std::filesystem::create_directories(places.channels);
    channels.cache_file = (std::filesystem::path(places.channels) / (name + ".channels")).string();
  }
  if (context.on_preparation) {
    channels.progress = [&](std::int64_t done, std::int64_t total) {
      context.on_preparation("channels of " + name, done, total);
    };
  }
  add_channels(data.dataset.samples, channels);
  count_channels(data.dataset, config.blocks, task);
  task.inputs = describe_inputs(data.dataset, config.benchmark);
  task.outputs = std::ssize(data.dataset.samples.front().targets);
  nn::CollateOptions collate{.max_blocks = config.blocks};
  if (reads_pairs(config)) collate.pairs = {.threads = context.jobs, .stop = context.stop};
  collate.encodings = {.columns = train::encoding_columns(config.network),
                       .threads = context.jobs,
                       .stop = context.stop};
  task.tensors = nn::collate(data.dataset.samples, collate);
  task.data_id = name + ", " + std::to_string(task.tensors.num_graphs) + " graphs; " +
                 engine_name(SymmetryEngine::DenseNauty) + "; " +
                 engine_name(SymmetryEngine::Traces);
  if (config.channels.grouping == Grouping::Components) task.data_id += "; components";
  if (as_labelled) task.data_id += "; as labelled";
  return task;
}

double mean_retained_energy(nn::GraphModel& model, const DownstreamTask& task,
                            const std::vector<std::int64_t>& ids,
                            const IsotypicReadoutOptions& kept) {
  const at::NoGradGuard no_grad;
  model.eval();
  double sum = 0.0;
  for (std::size_t first = 0; first < ids.size(); first += 256) {
    const std::size_t count = std::min<std::size_t>(256, ids.size() - first);
    const nn::Batch batch = nn::make_batch(task.tensors, std::span(ids).subspan(first, count));
    sum += nn::retained_energy(model.encoder->forward(batch), batch, kept)
               .sum()
               .to(at::kDouble)
               .item<double>();
  }
  return sum / static_cast<double>(ids.size());
}

}  // namespace isotypic::experiments
