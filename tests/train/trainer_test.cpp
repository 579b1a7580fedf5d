// Whole trainings: determinism, stopping, side by side, and the paper's smallest case.
#include "isotypic/train/trainer.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <thread>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/graph/families.hpp"
#include "isotypic/train/sampler.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/train/support.hpp"

namespace isotypic::train::trainer_test {
namespace {

namespace fs = std::filesystem;

TEST(Trainer, LearnsRookAgainstShrikhandeWithIsotypicAndStaysAtChanceWithSum) {
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(32);
  nn::GraphModel isotypic(problems::small_model(nn::ReadoutKind::Isotypic));
  static_cast<void>(train(isotypic, problem.data, problem.split, problems::short_training()));
  EXPECT_EQ(evaluate(isotypic, problem.data, problem.split.test, Metric::Accuracy), 1.0);

  nn::GraphModel sum(problems::small_model(nn::ReadoutKind::Sum));
  static_cast<void>(train(sum, problem.data, problem.split, problems::short_training()));
  EXPECT_EQ(evaluate(sum, problem.data, problem.split.test, Metric::Accuracy), 0.5);
}

TEST(Trainer, TakesTheScalesOfTheTargetsFromTheTrainingPart) {
  problems::TrainingProblem problem = problems::rook_against_shrikhande(16);
  problem.data.targets = 1000.0 + 50.0 * problem.data.targets;
  problem.data.targets.index_fill_(0, at::tensor(problem.split.test), 7.0);  // not to be seen
  nn::ModelOptions options = problems::small_model(nn::ReadoutKind::Isotypic);
  options.outputs = 1;
  nn::GraphModel raw(options);
  options.scale_targets = true;
  nn::GraphModel scaled(options);
  TrainOptions training = problems::short_training();
  training.loss = Loss::MeanAbsoluteError;
  training.metric = Metric::MeanAbsoluteError;
  training.epochs = 0;  // equal weights, and only the scales are taken
  static_cast<void>(train(raw, problem.data, problem.split, training));
  static_cast<void>(train(scaled, problem.data, problem.split, training));
  const at::Tensor expected = predict(raw, problem.data, problem.split.valid) * 25.0 + 1025.0;
  EXPECT_TRUE(at::allclose(predict(scaled, problem.data, problem.split.valid), expected, 1e-6));
}

TEST(Trainer, EqualSeedsGiveEqualBytes) {
  const TemporaryDirectory folder;
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  for (const char* name : {"a", "b"}) {
    nn::GraphModel model(problems::dropout_model());
    static_cast<void>(
        train(model, problem.data, problem.split, problems::full_training(folder / name)));
  }
  EXPECT_EQ(read_file(folder / "a"), read_file(folder / "b"));
}

TEST(Trainer, ALastBatchOfASingleNodeJoinsTheOneBefore) {
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
  TrainOptions options = problems::short_training();
  options.epochs = 60;
  options.batch_size = 4;
  std::int64_t single_node_last = 0;
  for (std::int64_t epoch = 0; epoch < options.epochs; ++epoch) {
    if (shuffled(split.train, options.seed, epoch).back() == 4) ++single_node_last;
  }
  ASSERT_GT(single_node_last, 0);
  nn::GraphModel model(problems::small_model(nn::ReadoutKind::Sum));
  EXPECT_EQ(train(model, nn::collate(samples), split, options).curve.size(), 60U);
}

TEST(Trainer, RestoresTheBestEpoch) {
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(16);
  nn::GraphModel model(problems::small_model(nn::ReadoutKind::Isotypic));
  TrainOptions options = problems::short_training();
  options.patience = 3;
  const TrainResult result = train(model, problem.data, problem.split, options);
  EXPECT_EQ(evaluate(model, problem.data, problem.split.valid, Metric::Accuracy),
            result.best_score);
  EXPECT_EQ(result.curve[result.best_epoch].valid_score, result.best_score);
  EXPECT_LE(std::ssize(result.curve), result.best_epoch + 1 + options.patience);
}

TEST(Trainer, TrainingsSideBySideDoNotDisturbEachOther) {
  const TemporaryDirectory folder;
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  const auto run = [&](const fs::path& file, std::uint64_t seed) {
    nn::ModelOptions options = problems::dropout_model();
    options.seed = seed;
    nn::GraphModel model(options);
    static_cast<void>(train(model, problem.data, problem.split, problems::full_training(file)));
  };
  run(folder / "alone0", 0);
  run(folder / "alone1", 1);
  {
    const std::jthread first(run, folder / "beside0", 0);
    const std::jthread second(run, folder / "beside1", 1);
  }
  EXPECT_EQ(read_file(folder / "alone0"), read_file(folder / "beside0"));
  EXPECT_EQ(read_file(folder / "alone1"), read_file(folder / "beside1"));
}

TEST(Trainer, StopsWhenAskedAndSaysSo) {
  const TemporaryDirectory folder;
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  nn::GraphModel model(problems::dropout_model());
  TrainOptions options = problems::full_training(folder / "stopped");
  std::stop_source source;
  options.stop = source.get_token();
  options.progress = [&](const EpochRecord& record) {
    if (record.epoch == 1) source.request_stop();
  };
  const TrainResult result = train(model, problem.data, problem.split, options);
  EXPECT_TRUE(result.stopped);
  EXPECT_EQ(result.curve.size(), 2U);
}

TEST(Trainer, RefusesBadOptions) {
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  nn::GraphModel model(problems::small_model(nn::ReadoutKind::Sum));
  const auto attempt = [&](auto&& change) {
    TrainOptions options = problems::short_training();
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

TEST(Trainer, WritesLearningCurvesThatReadBackExactly) {
  const TemporaryDirectory folder;
  write_learning_curve(folder / "curve.csv", std::vector<EpochRecord>{{0, 0.1, 1.0 / 3.0, 1e-3}});
  const std::string text = read_file(folder / "curve.csv");
  EXPECT_TRUE(text.starts_with("epoch,train_loss,valid_score,learning_rate\n1,"));
  const auto second = text.find(',', text.find(',', text.find('\n')) + 1);
  EXPECT_EQ(std::stod(text.substr(second + 1)), 1.0 / 3.0);
}

}  // namespace
}  // namespace isotypic::train::trainer_test
