// Several ranks that train one model; here they are threads of one process, on loopback.
#include "isotypic/train/ranks.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <chrono>
#include <functional>
#include <limits>
#include <thread>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/train/trainer.hpp"
#include "tests/support/samples.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/train/with_ranks.hpp"

namespace isotypic::train::ranks_test {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string> no_errors_of_two = {"", ""};

/// Graphs of 3 to 12 nodes with features of nodes and edges, some without an answer, in double.
/// Sixteen are for training: with batches of five the last batch is a single graph.
struct Problem {
  nn::GraphTensors data;
  Split split;
};

Problem graphs_of_many_sizes() {
  Problem problem;
  std::vector<Sample> samples;
  for (std::int64_t i = 0; i < 21; ++i) {
    const auto seed = static_cast<std::uint64_t>(i);
    samples.push_back(test::random_sample(test::random_graph(3 + i * 7 % 10, 0.5, seed), seed,
                                          {.node_features = 4, .edge_features = 2}));
    if (i % 6 == 5) samples.back().targets = {std::numeric_limits<float>::quiet_NaN()};
    (i < 16 ? problem.split.train : problem.split.valid).push_back(i);
  }
  problem.data = nn::collate(samples, {.dtype = at::kDouble, .pairs = nn::PairOptions{}});
  return problem;
}

nn::ModelOptions network(nn::LayerKind kind, nn::ReadoutKind readout) {
  return {.encoder = {.kind = kind,
                      .hidden = 8,
                      .layers = 3,
                      .dropout = 0.25,
                      .node_features = 4,
                      .edge_features = kind == nn::LayerKind::Gine ? 2 : 0},
          .readout = {.parts = {readout}},
          .outputs = 1,
          .seed = 5};
}

TrainOptions short_training() {
  return {.loss = Loss::MeanSquaredError,
          .metric = Metric::MeanAbsoluteError,
          .epochs = 3,
          .batch_size = 5,
          .adam = {.learning_rate = 0.01, .weight_decay = 1e-3},
          .clip = 1.0,
          .seed = 2};
}

struct Trained {
  TrainResult result;
  std::vector<at::Tensor> state;
};

Trained train_model(const nn::ModelOptions& options, const TrainOptions& training) {
  const Problem problem = graphs_of_many_sizes();
  nn::GraphModel model(options);
  model.to(at::kDouble);
  Trained trained{train(model, problem.data, problem.split, training), model.parameters()};
  for (const at::Tensor& buffer : model.buffers()) trained.state.push_back(buffer);
  return trained;
}

void expect_close(const Trained& a, const Trained& b) {
  ASSERT_EQ(a.result.curve.size(), b.result.curve.size());
  for (std::size_t i = 0; i < a.result.curve.size(); ++i) {
    EXPECT_NEAR(a.result.curve[i].train_loss, b.result.curve[i].train_loss, 1e-10);
    EXPECT_NEAR(a.result.curve[i].valid_score, b.result.curve[i].valid_score, 1e-10);
    EXPECT_EQ(a.result.curve[i].learning_rate, b.result.curve[i].learning_rate);
  }
  for (std::size_t i = 0; i < a.state.size(); ++i) {
    EXPECT_TRUE(at::allclose(a.state[i].to(at::kDouble), b.state[i].to(at::kDouble), 1e-8, 1e-9));
  }
}

/// Trains alone and with `size` ranks: the same to rounding.
void expect_like_alone(const nn::ModelOptions& options, std::int64_t size) {
  const Trained alone = train_model(options, short_training());
  std::vector<Trained> together(static_cast<std::size_t>(size));
  const auto errors = with_ranks(size, [&](Ranks& ranks) {
    TrainOptions training = short_training();
    training.ranks = &ranks;
    together[ranks.rank()] = train_model(options, training);
  });
  for (std::int64_t rank = 0; rank < size; ++rank) {
    ASSERT_EQ(errors[rank], "");
    expect_close(together[rank], alone);
  }
}

TEST(Ranks, GatherAndSumInTheOrderOfTheRanks) {
  const auto errors = with_ranks(3, [](Ranks& ranks) {
    const auto rank = static_cast<double>(ranks.rank());
    EXPECT_EQ(ranks.gather(std::vector<double>{rank, 7.0}),
              (std::vector<double>{0.0, 7.0, 1.0, 7.0, 2.0, 7.0}));
    // (1 + 2^-24) + 2^-24 is 1, but 2^-24 + 2^-24 + 1 is more: rank 0 comes first.
    at::Tensor values = at::full({5}, ranks.is_first() ? 1.0 : std::ldexp(1.0, -24), at::kFloat);
    ranks.sum(values);
    EXPECT_TRUE(values.equal(at::ones({5})));
    EXPECT_EQ(ranks.copy_from_first(ranks.is_first() ? "text of the first" : "mine"),
              "text of the first");
    ranks.wait_for_all();
  });
  EXPECT_EQ(errors, std::vector<std::string>(3));
}

TEST(Ranks, AllRefuseFactsThatDiffer) {
  const auto errors = with_ranks(2, [](Ranks& ranks) {
    ranks.check_same({{"colour", "red"}, {"size", std::to_string(ranks.rank() + 3)}});
  });
  const std::string expected =
      "the ranks do not train the same: size is 3 on rank 0 and 4 on rank 1";
  EXPECT_EQ(errors, (std::vector<std::string>{expected, expected}));
}

TEST(Ranks, AllRefuseAListOfFactsThatIsTheBeginningOfAnother) {
  const auto errors = with_ranks(2, [](Ranks& ranks) {
    Facts facts = {{"colour", "red"}};
    if (!ranks.is_first()) facts.emplace_back("size", "3");
    ranks.check_same(facts);
  });
  for (const std::string& error : errors) {
    EXPECT_NE(error.find("rank 0 compares 1 facts and rank 1 2"), std::string::npos) << error;
  }
}

TEST(Ranks, RefuseAnotherNumberOfRanks) {
  const std::int64_t port = free_port();
  std::vector<std::string> errors(2);
  {
    std::vector<std::jthread> threads;
    for (std::int64_t rank = 0; rank < 2; ++rank) {
      threads.emplace_back([&, rank] {
        try {
          const Ranks ranks({.rank = rank, .size = 2 + rank, .port = port, .timeout = 10.0});
        } catch (const Error& error) {
          errors[rank] = error.reason();
        }
      });
    }
  }
  EXPECT_EQ(errors[0],
            "the ranks do not fit together: number of ranks is 2 on rank 0 and 3 on rank 1");
  EXPECT_EQ(errors[1],
            "the ranks do not fit together: number of ranks is 3 on rank 1 and 2 on rank 0");
}

TEST(Ranks, SayThatOneDidNotCome) {
  try {
    const Ranks ranks({.rank = 0, .size = 2, .port = free_port(), .timeout = 1.5});
    FAIL() << "met nobody";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::Runtime);
    EXPECT_NE(error.reason().find("rank 0 of 2 did not find the others"), std::string::npos);
  }
}

TEST(RanksTraining, TwoAreLikeOneWithGinAndSum) {
  expect_like_alone(network(nn::LayerKind::Gin, nn::ReadoutKind::Sum), 2);
}

TEST(RanksTraining, TwoAreLikeOneWithGineAndOperators) {
  expect_like_alone(network(nn::LayerKind::Gine, nn::ReadoutKind::Operators), 2);
}

TEST(RanksTraining, ThreeAreLikeOneWithBlocksBetweenTheLayers) {
  nn::ModelOptions options = network(nn::LayerKind::Sage, nn::ReadoutKind::Isotypic);
  options.encoder.feed_forward = true;
  options.encoder.virtual_node = true;
  expect_like_alone(options, 3);
}

TEST(RanksTraining, ThreeAreLikeOneWithBlocksInsideTheFusedStack) {
  nn::ModelOptions options = network(nn::LayerKind::Gine, nn::ReadoutKind::Sum);
  options.encoder.residual = true;
  options.encoder.feed_forward = true;
  options.encoder.virtual_node = true;
  expect_like_alone(options, 3);
}

/// The checkpoint that two ranks leave; `cut`: rank 1 fails in that epoch, and both resume.
std::string checkpoint_of_two(const fs::path& file, std::int64_t cut, std::int64_t threads = 1) {
  const auto training = [&](Ranks& ranks, bool fails) {
    TrainOptions options = short_training();
    options.ranks = &ranks;
    if (ranks.is_first()) options.checkpoint = file;
    options.resume = ranks.is_first();
    options.threads = threads;
    options.progress = [&ranks, fails, cut](const EpochRecord& record) {
      if (fails && ranks.rank() == 1 && record.epoch == cut) throw std::runtime_error("killed");
    };
    static_cast<void>(train_model(network(nn::LayerKind::Gine, nn::ReadoutKind::Sum), options));
  };
  if (cut >= 0) {
    const auto start = std::chrono::steady_clock::now();
    const auto errors = with_ranks(2, [&](Ranks& ranks) { training(ranks, true); });
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(15));
    EXPECT_NE(errors[0].find("rank 0 of 2 lost the others"), std::string::npos) << errors[0];
    EXPECT_EQ(errors[1], "killed");
  }
  EXPECT_EQ(with_ranks(2, [&](Ranks& ranks) { training(ranks, false); }), no_errors_of_two);
  return read_file(file);
}

TEST(RanksTraining, EndsInTheSameBytesAlsoAfterALostRank) {
  const TemporaryDirectory folder;
  const std::string whole = checkpoint_of_two(folder / "whole", -1);
  EXPECT_EQ(checkpoint_of_two(folder / "again", -1), whole);
  EXPECT_EQ(checkpoint_of_two(folder / "cut", 0), whole);
}

TEST(RanksTraining, EndsInTheSameBytesWithSeveralThreadsPerRank) {
  const TemporaryDirectory folder;
  EXPECT_TRUE(checkpoint_of_two(folder / "two", -1, 2) == checkpoint_of_two(folder / "one", -1, 1));
}

TEST(RanksTraining, IsRefusedIfTheOptionsDiffer) {
  const auto errors = with_ranks(2, [](Ranks& ranks) {
    TrainOptions options = short_training();
    options.ranks = &ranks;
    options.epochs += ranks.rank();
    static_cast<void>(train_model(network(nn::LayerKind::Gin, nn::ReadoutKind::Sum), options));
  });
  const std::string expected =
      "the ranks do not train the same: epochs is 3 on rank 0 and 4 on rank 1";
  EXPECT_EQ(errors, (std::vector<std::string>{expected, expected}));
}

}  // namespace
}  // namespace isotypic::train::ranks_test
