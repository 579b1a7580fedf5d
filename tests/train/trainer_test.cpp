// Whole trainings: determinism, interruption, damage, side by side, and the paper's smallest case.
#include "isotypic/train/trainer.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <unistd.h>

#define XXH_INLINE_ALL
#include <xxhash.h>

#include <cstring>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <thread>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/train/checkpoint.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/training_state.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::train::trainer_test {
namespace {

namespace fs = std::filesystem;

/// A folder that goes away with the test.
class TrainerTest : public testing::Test {
 protected:
  TrainerTest()
      : folder_(fs::temp_directory_path() /
                ("isotypic_trainer_" + std::to_string(::getpid()) + "_" +
                 testing::UnitTest::GetInstance()->current_test_info()->name())) {
    fs::create_directories(folder_);
  }
  ~TrainerTest() override { fs::remove_all(folder_); }

  fs::path folder_;
};

using Trainer = TrainerTest;
using CheckpointFile = TrainerTest;

/// Relabelled copies of the rook graph (label 0) and the Shrikhande graph (label 1), all
/// features 1.
struct TrainingProblem {
  nn::GraphTensors data;
  Split split;
};

TrainingProblem rook_against_shrikhande(std::int64_t copies) {
  const std::vector<Graph> graphs = {rook_graph(4, 4), shrikhande_graph()};
  std::vector<Sample> samples;
  TrainingProblem problem;
  for (std::int64_t i = 0; i < 2 * copies; ++i) {
    Sample sample;
    sample.graph = relabel(graphs[i % 2], test::random_permutation(16, 50 + i));
    sample.node_features = FloatMatrix::Ones(16, 1);
    sample.label = i % 2;
    sample.targets = {static_cast<float>(i % 2)};
    sample.channels = test::channels_of(sample.graph);
    samples.push_back(std::move(sample));
    auto& part = i < copies           ? problem.split.train
                 : i < copies * 3 / 2 ? problem.split.valid
                                      : problem.split.test;
    part.push_back(i);
  }
  problem.data = nn::collate(samples, {.pairs = nn::PairOptions{}});
  return problem;
}

nn::ModelOptions small_model(nn::ReadoutKind readout) {
  return {.encoder = {.hidden = 16, .layers = 2, .node_features = 1},
          .readout = {.parts = {readout}},
          .outputs = 2,
          .seed = 1};
}

TrainOptions short_training() {
  return {.epochs = 20, .batch_size = 8, .adam = {.learning_rate = 0.01}, .seed = 1};
}

TEST_F(Trainer, LearnsRookAgainstShrikhandeWithIsotypicAndStaysAtChanceWithSum) {
  const TrainingProblem problem = rook_against_shrikhande(32);
  nn::GraphModel isotypic(small_model(nn::ReadoutKind::Isotypic));
  static_cast<void>(train(isotypic, problem.data, problem.split, short_training()));
  EXPECT_EQ(evaluate(isotypic, problem.data, problem.split.test, Metric::Accuracy), 1.0);

  nn::GraphModel sum(small_model(nn::ReadoutKind::Sum));
  static_cast<void>(train(sum, problem.data, problem.split, short_training()));
  EXPECT_EQ(evaluate(sum, problem.data, problem.split.test, Metric::Accuracy), 0.5);
}

/// A training that uses everything with state: dropout, plateau, early stopping.
TrainOptions full_training(const fs::path& checkpoint) {
  return {.loss = Loss::BinaryCrossEntropy,
          .metric = Metric::RocAuc,
          .epochs = 5,
          .batch_size = 5,
          .adam = {.learning_rate = 0.01, .weight_decay = 1e-3},
          .patience = 4,
          .plateau = PlateauOptions{.factor = 0.5, .patience = 0},
          .seed = 3,
          .checkpoint = checkpoint,
          .data_id = "rook and Shrikhande"};
}

nn::ModelOptions dropout_model() {
  nn::ModelOptions options = small_model(nn::ReadoutKind::Set2Set);
  options.encoder.dropout = 0.2;
  options.outputs = 1;
  return options;
}

TEST_F(Trainer, EqualSeedsGiveEqualBytes) {
  const TrainingProblem problem = rook_against_shrikhande(8);
  for (const char* name : {"a", "b"}) {
    nn::GraphModel model(dropout_model());
    static_cast<void>(train(model, problem.data, problem.split, full_training(folder_ / name)));
  }
  EXPECT_EQ(read_file(folder_ / "a"), read_file(folder_ / "b"));
}

TEST_F(Trainer, AnInterruptedRunEndsInTheSameBytes) {
  const TrainingProblem problem = rook_against_shrikhande(8);
  nn::GraphModel whole(dropout_model());
  const TrainResult expected =
      train(whole, problem.data, problem.split, full_training(folder_ / "whole"));
  for (std::int64_t cut = 0; cut < std::ssize(expected.curve); ++cut) {
    const fs::path file = folder_ / ("cut" + std::to_string(cut));
    {
      // Killed: an exception in the middle of everything, after the checkpoint of epoch `cut`.
      nn::GraphModel model(dropout_model());
      TrainOptions options = full_training(file);
      options.progress = [cut](const EpochRecord& record) {
        if (record.epoch == cut) throw std::runtime_error("killed");
      };
      EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, options)), Error);
    }
    nn::GraphModel resumed(dropout_model());
    TrainOptions options = full_training(file);
    options.resume = true;
    const TrainResult result = train(resumed, problem.data, problem.split, options);
    EXPECT_EQ(result.curve, expected.curve);
    EXPECT_EQ(result.best_epoch, expected.best_epoch);
    EXPECT_EQ(read_file(file), read_file(folder_ / "whole"));
    const auto weights = whole.named_parameters();
    for (const auto& item : resumed.named_parameters()) {
      EXPECT_TRUE(item.value().equal(weights[item.key()])) << item.key();
    }
  }
}

TEST_F(Trainer, TakesScalesFromTheTrainingPartAndKeepsThemInTheCheckpoint) {
  TrainingProblem problem = rook_against_shrikhande(8);
  nn::ModelOptions operators = small_model(nn::ReadoutKind::Operators);
  operators.outputs = 1;
  nn::GraphModel whole(operators);
  const TrainResult expected =
      train(whole, problem.data, problem.split, full_training(folder_ / "whole"));
  ASSERT_EQ(expected.curve.size(), 5U);
  const auto buffers = whole.named_buffers();
  EXPECT_FALSE(buffers["readout.pair_mean"].equal(at::zeros_like(buffers["readout.pair_mean"])));

  TrainOptions options = full_training(folder_ / "cut");
  options.epochs = 2;
  nn::GraphModel first(operators);
  static_cast<void>(train(first, problem.data, problem.split, options));
  options.epochs = 5;
  options.resume = true;
  nn::GraphModel second(operators);
  EXPECT_EQ(train(second, problem.data, problem.split, options).curve, expected.curve);
  EXPECT_EQ(read_file(folder_ / "cut"), read_file(folder_ / "whole"));
  for (const auto& item : second.named_buffers()) {
    EXPECT_TRUE(item.value().equal(buffers[item.key()])) << item.key();
  }
}

TEST_F(Trainer, ResumesAfterAScoreThatIsNotFinite) {
  TrainingProblem problem = rook_against_shrikhande(8);
  problem.data.targets[problem.split.valid.front()] = std::numeric_limits<float>::infinity();
  nn::ModelOptions regression = small_model(nn::ReadoutKind::Sum);
  regression.outputs = 1;
  TrainOptions options = short_training();
  options.loss = Loss::MeanSquaredError;
  options.metric = Metric::MeanAbsoluteError;
  options.epochs = 2;
  options.checkpoint = folder_ / "infinite";
  nn::GraphModel model(regression);
  static_cast<void>(train(model, problem.data, problem.split, options));
  options.epochs = 3;
  options.resume = true;
  const TrainResult result = train(model, problem.data, problem.split, options);
  ASSERT_EQ(result.curve.size(), 3U);
  EXPECT_EQ(result.curve[0].valid_score, std::numeric_limits<double>::infinity());
}

TEST_F(Trainer, ALastBatchOfASingleNodeJoinsTheOneBefore) {
  std::vector<Sample> samples;
  for (int i = 0; i < 7; ++i) {
    const Graph graph = i == 4 ? Graph(make_graph(1, {})) : path_graph(3);
    Sample sample{.graph = graph};
    sample.node_features = FloatMatrix::Ones(graph.num_nodes(), 1);
    sample.label = i % 2;
    samples.push_back(std::move(sample));
  }
  // With one training graph more than a batch holds, orders that end in graph 4 would leave it
  // alone in its batch.
  const Split split{.train = {0, 1, 2, 3, 4}, .valid = {5}, .test = {6}};
  TrainOptions options = short_training();
  options.epochs = 60;
  options.batch_size = 4;
  std::int64_t single_node_last = 0;
  for (std::int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    if (shuffled(split.train, options.seed, epoch).back() == 4) ++single_node_last;
  }
  ASSERT_GT(single_node_last, 0);
  nn::GraphModel model(small_model(nn::ReadoutKind::Sum));
  EXPECT_EQ(train(model, nn::collate(samples), split, options).curve.size(), 60U);
}

TEST_F(Trainer, RestoresTheBestEpoch) {
  const TrainingProblem problem = rook_against_shrikhande(16);
  nn::GraphModel model(small_model(nn::ReadoutKind::Isotypic));
  TrainOptions options = short_training();
  options.patience = 3;
  const TrainResult result = train(model, problem.data, problem.split, options);
  EXPECT_EQ(evaluate(model, problem.data, problem.split.valid, Metric::Accuracy),
            result.best_score);
  EXPECT_EQ(result.curve[result.best_epoch].valid_score, result.best_score);
  EXPECT_LE(std::ssize(result.curve), result.best_epoch + 1 + options.patience);
}

TEST_F(Trainer, TrainingsSideBySideDoNotDisturbEachOther) {
  const TrainingProblem problem = rook_against_shrikhande(8);
  const auto run = [&](const fs::path& file, std::uint64_t seed) {
    nn::ModelOptions options = dropout_model();
    options.seed = seed;
    nn::GraphModel model(options);
    static_cast<void>(train(model, problem.data, problem.split, full_training(file)));
  };
  run(folder_ / "alone0", 0);
  run(folder_ / "alone1", 1);
  {
    const std::jthread first(run, folder_ / "beside0", 0);
    const std::jthread second(run, folder_ / "beside1", 1);
  }
  EXPECT_EQ(read_file(folder_ / "alone0"), read_file(folder_ / "beside0"));
  EXPECT_EQ(read_file(folder_ / "alone1"), read_file(folder_ / "beside1"));
}

TEST_F(Trainer, StopsWhenAskedAndSaysSo) {
  const TrainingProblem problem = rook_against_shrikhande(8);
  nn::GraphModel model(dropout_model());
  TrainOptions options = full_training(folder_ / "stopped");
  std::stop_source source;
  options.stop = source.get_token();
  options.progress = [&](const EpochRecord& record) {
    if (record.epoch == 1) source.request_stop();
  };
  const TrainResult result = train(model, problem.data, problem.split, options);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.curve.size(), 2U);
}

TEST_F(Trainer, RefusesBadOptions) {
  const TrainingProblem problem = rook_against_shrikhande(8);
  nn::GraphModel model(small_model(nn::ReadoutKind::Sum));
  const auto attempt = [&](auto&& change) {
    TrainOptions options = short_training();
    Split split = problem.split;
    change(options, split);
    EXPECT_THROW(static_cast<void>(train(model, problem.data, split, options)), Error);
  };
  attempt([](TrainOptions& options, Split&) { options.batch_size = 0; });
  attempt([](TrainOptions& options, Split&) { options.resume = true; });
  attempt([](TrainOptions&, Split& split) { split.train.clear(); });
  attempt([](TrainOptions&, Split& split) { split.valid = {1000}; });
  attempt([](TrainOptions& options, Split&) { options.device = at::Device(at::kCUDA, 0); });
  attempt([](TrainOptions& options, Split&) { options.loss = Loss::MeanSquaredError; });
}

TEST_F(Trainer, WritesLearningCurvesThatReadBackExactly) {
  write_learning_curve(folder_ / "curve.csv", std::vector<EpochRecord>{{0, 0.1, 1.0 / 3.0, 1e-3}});
  const std::string text = read_file(folder_ / "curve.csv");
  EXPECT_TRUE(text.starts_with("epoch,train_loss,valid_score,learning_rate\n1,"));
  const auto second = text.find(',', text.find(',', text.find('\n')) + 1);
  EXPECT_EQ(std::stod(text.substr(second + 1)), 1.0 / 3.0);
}

TEST_F(CheckpointFile, RoundTrips) {
  const Checkpoint saved{
      "config", "about", "state", {{"w", at::arange(6, at::kFloat).view({2, 3})}}};
  save_checkpoint(folder_ / "c", saved);
  const Checkpoint loaded = load_checkpoint(folder_ / "c", "config");
  EXPECT_EQ(loaded.about, "about");
  EXPECT_EQ(loaded.state, "state");
  EXPECT_TRUE(loaded.tensors.at(0).second.equal(saved.tensors[0].second));
}

TEST_F(CheckpointFile, RefusesEveryTruncationAndEveryFlippedByte) {
  save_checkpoint(folder_ / "c", {"config", "about", "state", {{"w", at::ones({3})}}});
  const std::string bytes = read_file(folder_ / "c");
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    write_file(folder_ / "t", bytes.substr(0, i));
    EXPECT_THROW(static_cast<void>(load_checkpoint(folder_ / "t", "config")), Error) << i;
    std::string flipped = bytes;
    flipped[i] = static_cast<char>(flipped[i] ^ (1 << (i % 8)));
    write_file(folder_ / "f", flipped);
    EXPECT_THROW(static_cast<void>(load_checkpoint(folder_ / "f", "config")), Error) << i;
  }
  write_file(folder_ / "t", bytes + "x");
  EXPECT_THROW(static_cast<void>(load_checkpoint(folder_ / "t", "config")), Error);
}

/// The checkpoint with another payload under a right checksum.
std::string sealed(const std::string& bytes, const std::string& payload) {
  const std::string magic = bytes.substr(0, bytes.find('\n') + 1);
  const std::uint64_t size = payload.size();
  const std::uint64_t checksum = XXH3_64bits(payload.data(), payload.size());
  std::string file = magic;
  file.append(reinterpret_cast<const char*>(&size), sizeof size);
  file.append(reinterpret_cast<const char*>(&checksum), sizeof checksum);
  return file + payload;
}

TEST_F(CheckpointFile, RefusesForgedFieldsUnderARightChecksum) {
  const Checkpoint saved{"config", "about", "state", {{"w", at::ones({3, 2})}}};
  save_checkpoint(folder_ / "c", saved);
  const std::string bytes = read_file(folder_ / "c");
  const std::string payload = bytes.substr(bytes.find('\n') + 1 + 2 * sizeof(std::uint64_t));
  ASSERT_EQ(sealed(bytes, payload), bytes);
  std::int64_t refused = 0;
  // Every word of the payload as a length, a shape or a kind that cannot be.
  for (std::size_t at = 0; at + sizeof(std::int64_t) <= payload.size(); ++at) {
    for (const std::int64_t word : {std::int64_t{-1}, std::int64_t{1} << 40, std::int64_t{1} << 62,
                                    std::numeric_limits<std::int64_t>::max()}) {
      std::string forged = payload;
      std::memcpy(forged.data() + at, &word, sizeof word);
      write_file(folder_ / "f", sealed(bytes, forged));
      try {
        const Checkpoint loaded = load_checkpoint(folder_ / "f");
        EXPECT_LE(loaded.tensors.size(), 1U);  // a changed text or number, which nobody can tell
      } catch (const Error& error) {
        EXPECT_EQ(error.kind(), ErrorKind::BadInput) << at << ": " << error.what();
        ++refused;
      }
    }
  }
  EXPECT_GT(refused, 100);
  write_file(folder_ / "f", sealed(bytes, payload + "x"));
  EXPECT_THROW(static_cast<void>(load_checkpoint(folder_ / "f")), Error);
}

TEST(TrainingState, RoundTrips) {
  TrainingState state{.steps = 7,
                      .learning_rate = 0.1,
                      .plateau_best = -std::numeric_limits<double>::infinity(),
                      .best = 0.5,
                      .best_epoch = 0,
                      .dropout_seed = std::numeric_limits<std::uint64_t>::max(),
                      .curve = {{0, 0.25, 0.5, 0.1}}};
  const std::string text = format_state(state);
  EXPECT_EQ(format_state(parse_state(text, "here")), text);
}

TEST(TrainingState, RefusesFieldsThatCannotBe) {
  const TrainingState state{.steps = 7, .learning_rate = 0.1, .curve = {{0, 0.25, 0.5, 0.1}}};
  const nlohmann::json good = nlohmann::json::parse(format_state(state));
  const auto refuse = [](const std::string& text) {
    try {
      (void)parse_state(text, "the checkpoint");
      ADD_FAILURE() << text;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::BadInput) << text;
      EXPECT_NE(error.reason().find("the checkpoint"), std::string::npos) << error.what();
      EXPECT_EQ(error.reason().find("json.exception"), std::string::npos) << error.what();
    }
  };
  for (const auto& [name, value] : good.items()) {
    for (const nlohmann::json& wrong :
         {nlohmann::json("text"), nlohmann::json(nullptr), nlohmann::json::array({1})}) {
      nlohmann::json forged = good;
      forged[name] = wrong;
      refuse(forged.dump());
    }
    nlohmann::json forged = good;
    forged.erase(name);
    if (name != "curve") refuse(forged.dump());  // before the first epoch there is none
  }
  for (const auto& [name, wrong] :
       std::vector<std::pair<std::string, nlohmann::json>>{{"steps", 0},
                                                           {"steps", -1},
                                                           {"steps", 1e30},
                                                           {"learning_rate", -1},
                                                           {"best_epoch", 1},
                                                           {"best_epoch", -2},
                                                           {"plateau_bad_epochs", -1},
                                                           {"dropout", {1, -1}},
                                                           {"curve", {{1, 0.25, 0.5, 0.1}}},
                                                           {"curve", {{0, 0.25, 0.5}}},
                                                           {"curve", {{0, "nan", 0.5, 0.1}}},
                                                           {"more", 1}}) {
    nlohmann::json forged = good;
    forged[name] = wrong;
    refuse(forged.dump());
  }
  refuse("[]");
  refuse("");
}

TEST_F(CheckpointFile, OfAnotherConfigurationIsRefusedAndLeftAlone) {
  const TrainingProblem problem = rook_against_shrikhande(8);
  const fs::path file = folder_ / "c";
  nn::GraphModel model(dropout_model());
  static_cast<void>(train(model, problem.data, problem.split, full_training(file)));
  const std::string before = read_file(file);

  TrainOptions options = full_training(file);
  options.resume = true;
  nn::ModelOptions other = dropout_model();
  other.encoder.hidden = 8;
  nn::GraphModel narrow(other);
  const auto weights = narrow.parameters()[0].clone();
  EXPECT_THROW(static_cast<void>(train(narrow, problem.data, problem.split, options)), Error);
  EXPECT_TRUE(narrow.parameters()[0].equal(weights));
  options.data_id = "other data";
  EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, options)), Error);
  EXPECT_EQ(read_file(file), before);
}

TEST_F(CheckpointFile, OfAnotherSplitOrOtherLabelsIsRefused) {
  TrainingProblem problem = rook_against_shrikhande(8);
  const TrainOptions first = full_training(folder_ / "c");
  nn::GraphModel model(dropout_model());
  static_cast<void>(train(model, problem.data, problem.split, first));
  TrainOptions again = first;
  again.resume = true;
  EXPECT_NO_THROW(static_cast<void>(train(model, problem.data, problem.split, again)));
  Split other = problem.split;
  std::swap(other.train.front(), other.test.front());
  EXPECT_THROW(static_cast<void>(train(model, problem.data, other, again)), Error);
  problem.data.labels[0] = 1 - problem.data.labels[0];
  EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, again)), Error);
}

TEST_F(CheckpointFile, RestoresNothingIfOneTensorDoesNotFit) {
  const Checkpoint saved{"", "", "", {{"a", at::ones({2})}, {"b", at::ones({3})}}};
  const at::Tensor a = at::zeros({2});
  const at::Tensor b = at::zeros({4});
  EXPECT_THROW(restore_tensors(saved, "", {{"a", a}, {"b", b}}), Error);
  EXPECT_EQ(a.sum().item<double>(), 0.0);
}

}  // namespace
}  // namespace isotypic::train::trainer_test
