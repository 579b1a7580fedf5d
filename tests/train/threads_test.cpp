// Trainings on several threads: every bit is that of one thread.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <numeric>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/fused/fused_batch.hpp"
#include "isotypic/nn/kernels/lanes.hpp"
#include "isotypic/train/trainer.hpp"
#include "tests/support/samples.hpp"
#include "tests/support/temporary_directory.hpp"

namespace isotypic::train::threads_test {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t batch_size = 40;

struct Problem {
  nn::GraphTensors data;
  Split split;
};

/// Graphs of 11 to 31 nodes, enough of them for several lanes in a batch, and a last batch that is
/// smaller than the others.
Problem graphs_of_many_sizes(at::ScalarType type) {
  Problem problem;
  std::vector<Sample> samples;
  for (std::int64_t i = 0; i < 110; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    samples.push_back(test::random_sample(test::random_graph(11 + i * 8 % 21, 0.2, seed), seed,
                                          {.node_features = 4, .edge_features = 2}));
    (i < 100 ? problem.split.train : problem.split.valid).push_back(i);
  }
  problem.data = nn::collate(samples, {.dtype = type, .max_blocks = 8, .pairs = nn::PairOptions{}});
  return problem;
}

/// One of each type: making them takes longer than training.
const Problem& problem_of(at::ScalarType type) {
  static const Problem in_float = graphs_of_many_sizes(at::kFloat);
  static const Problem in_double = graphs_of_many_sizes(at::kDouble);
  return type == at::kFloat ? in_float : in_double;
}

nn::ModelOptions network(nn::LayerKind kind, nn::ReadoutKind readout) {
  return {.encoder = {.kind = kind,
                      .hidden = 40,  // more than one slice of columns
                      .layers = 3,
                      .train_eps = true,
                      .node_features = 4,
                      .edge_features = kind == nn::LayerKind::Gine ? 2 : 0},
          .readout = {.parts = {readout}},
          .outputs = 1,
          .seed = 5};
}

TrainOptions short_training() {
  return {.loss = Loss::MeanSquaredError,
          .metric = Metric::MeanAbsoluteError,
          .epochs = 2,
          .batch_size = batch_size,
          .adam = {.learning_rate = 0.01, .weight_decay = 1e-3},
          .clip = 1.0,
          .seed = 2};
}

std::string checkpoint_of(const nn::ModelOptions& options, at::ScalarType type,
                          std::int64_t threads, const fs::path& file) {
  const Problem& problem = problem_of(type);
  nn::GraphModel model(options);
  model.to(type);
  TrainOptions training = short_training();
  training.threads = threads;
  training.checkpoint = file;
  static_cast<void>(train(model, problem.data, problem.split, training));
  return read_file(file);
}

void expect_equal_bytes(const nn::ModelOptions& options) {
  const TemporaryDirectory folder;
  for (const at::ScalarType type : {at::kFloat, at::kDouble}) {
    const std::string alone = checkpoint_of(options, type, 1, folder / "1");
    for (const std::int64_t threads : {2, 3}) {
      EXPECT_TRUE(checkpoint_of(options, type, threads, folder / std::to_string(threads)) == alone)
          << threads << " threads, " << c10::toString(type) << ", " << nn::describe(options);
    }
  }
}

TEST(Threads, HaveBatchesWithSeveralLanesInTheseTests) {
  const std::vector<std::int64_t>& offsets = problem_of(at::kFloat).data.node_offsets;
  const auto chunks = nn::make_chunks(offsets.data(), batch_size);
  EXPECT_GE(nn::make_lanes(std::ssize(chunks), offsets[batch_size]).count, 4);
}

TEST(Threads, LearnTheBitsOfOneWithEveryLayerAndReadout) {
  for (const nn::LayerKind kind : {nn::LayerKind::Gin, nn::LayerKind::Gine}) {
    for (const nn::ReadoutKind readout :
         {nn::ReadoutKind::Sum, nn::ReadoutKind::Isotypic, nn::ReadoutKind::Operators}) {
      expect_equal_bytes(network(kind, readout));
    }
  }
}

TEST(Threads, LearnTheBitsOfOneWithEveryPartBetweenTheLayers) {
  for (const nn::LayerKind kind : {nn::LayerKind::Gin, nn::LayerKind::Gine}) {
    for (int parts = 1; parts < 16; ++parts) {
      nn::ModelOptions options = network(kind, nn::ReadoutKind::Sum);
      options.encoder.residual = (parts & 1) != 0;
      options.encoder.feed_forward = (parts & 2) != 0;
      options.encoder.virtual_node = (parts & 4) != 0;
      options.encoder.dropout = (parts & 8) != 0 ? 0.25 : 0.0;
      expect_equal_bytes(options);
    }
  }
}

TEST(Threads, LearnTheBitsOfOneWithFixedNorms) {
  for (const double dropout : {0.0, 0.25}) {
    nn::ModelOptions options = network(nn::LayerKind::Gine, nn::ReadoutKind::Sum);
    options.encoder.norm = nn::Normalisation::Fixed;
    options.encoder.dropout = dropout;
    expect_equal_bytes(options);
  }
}

TEST(Threads, LearnTheBitsOfOneWithLayersOfLibTorchOperations) {
  for (const nn::LayerKind kind : {nn::LayerKind::Sage, nn::LayerKind::Gatv2}) {
    expect_equal_bytes(network(kind, nn::ReadoutKind::Isotypic));
  }
}

TEST(Threads, MayChangeWhenATrainingIsResumed) {
  const TemporaryDirectory folder;
  const nn::ModelOptions options = network(nn::LayerKind::Gine, nn::ReadoutKind::Operators);
  const Problem& problem = problem_of(at::kFloat);
  const std::string whole = checkpoint_of(options, at::kFloat, 1, folder / "whole");
  for (const std::int64_t epochs : {1, 2}) {
    nn::GraphModel model(options);
    model.to(at::kFloat);  // as above: also what counts batches
    TrainOptions training = short_training();
    training.epochs = epochs;
    training.threads = epochs + 1;
    training.checkpoint = folder / "resumed";
    training.resume = true;
    static_cast<void>(train(model, problem.data, problem.split, training));
  }
  EXPECT_TRUE(read_file(folder / "resumed") == whole);
}

TEST(Threads, AreRefusedIfNegative) {
  const Problem& problem = problem_of(at::kFloat);
  nn::GraphModel model(network(nn::LayerKind::Gin, nn::ReadoutKind::Sum));
  TrainOptions training = short_training();
  training.threads = -1;
  EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, training)), Error);
}

}  // namespace
}  // namespace isotypic::train::threads_test
