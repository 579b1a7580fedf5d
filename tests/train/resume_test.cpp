// Trainings that go on from a checkpoint, and checkpoints that belong to another training.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>

#include "isotypic/base/byte_source.hpp"
#include "isotypic/base/error.hpp"
#include "isotypic/train/trainer.hpp"
#include "tests/support/temporary_directory.hpp"
#include "tests/train/support.hpp"

namespace isotypic::train::resume_test {
namespace {

namespace fs = std::filesystem;

TEST(Resume, AfterAnInterruptionEndsInTheSameBytes) {
  const TemporaryDirectory folder;
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  nn::GraphModel whole(problems::dropout_model());
  const TrainResult expected =
      train(whole, problem.data, problem.split, problems::full_training(folder / "whole"));
  for (std::int64_t cut = 0; cut < std::ssize(expected.curve); ++cut) {
    const fs::path file = folder / ("cut" + std::to_string(cut));
    {
      // Killed: an exception in the middle of everything, after the checkpoint of epoch `cut`.
      nn::GraphModel model(problems::dropout_model());
      TrainOptions options = problems::full_training(file);
      options.progress = [cut](const EpochRecord& record) {
        if (record.epoch == cut) throw std::runtime_error("killed");
      };
      EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, options)), Error);
    }
    nn::GraphModel resumed(problems::dropout_model());
    TrainOptions options = problems::full_training(file);
    options.resume = true;
    const TrainResult result = train(resumed, problem.data, problem.split, options);
    EXPECT_EQ(result.curve, expected.curve);
    EXPECT_EQ(result.best_epoch, expected.best_epoch);
    EXPECT_EQ(read_file(file), read_file(folder / "whole"));
    const auto weights = whole.named_parameters();
    for (const auto& item : resumed.named_parameters()) {
      EXPECT_TRUE(item.value().equal(weights[item.key()])) << item.key();
    }
  }
}

TEST(Resume, KeepsTheScalesThatWereTakenFromTheTrainingPart) {
  const TemporaryDirectory folder;
  problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  nn::ModelOptions operators = problems::small_model(nn::ReadoutKind::Operators);
  operators.outputs = 1;
  nn::GraphModel whole(operators);
  TrainOptions options = problems::full_training(folder / "whole");
  options.schedule = Schedule::Constant;  // the cosine would end with the shorter training
  const TrainResult expected = train(whole, problem.data, problem.split, options);
  ASSERT_EQ(expected.curve.size(), 5U);
  const auto buffers = whole.named_buffers();
  EXPECT_FALSE(buffers["readout.pair_mean"].equal(at::zeros_like(buffers["readout.pair_mean"])));

  options.checkpoint = folder / "cut";
  options.epochs = 2;
  nn::GraphModel first(operators);
  static_cast<void>(train(first, problem.data, problem.split, options));
  options.epochs = 5;
  options.resume = true;
  nn::GraphModel second(operators);
  EXPECT_EQ(train(second, problem.data, problem.split, options).curve, expected.curve);
  EXPECT_EQ(read_file(folder / "cut"), read_file(folder / "whole"));
  for (const auto& item : second.named_buffers()) {
    EXPECT_TRUE(item.value().equal(buffers[item.key()])) << item.key();
  }
}

TEST(Resume, RefusesToProlongACosine) {
  const TemporaryDirectory folder;
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  TrainOptions options = problems::full_training(folder / "checkpoint");
  nn::GraphModel model(problems::dropout_model());
  static_cast<void>(train(model, problem.data, problem.split, options));
  options.epochs = 9;
  options.resume = true;
  EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, options)), Error);
}

TEST(Resume, GoesOnAfterAScoreThatIsNotFinite) {
  const TemporaryDirectory folder;
  problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  problem.data.targets[problem.split.valid.front()] = std::numeric_limits<float>::infinity();
  nn::ModelOptions regression = problems::small_model(nn::ReadoutKind::Sum);
  regression.outputs = 1;
  TrainOptions options = problems::short_training();
  options.loss = Loss::MeanSquaredError;
  options.metric = Metric::MeanAbsoluteError;
  options.epochs = 2;
  options.checkpoint = folder / "infinite";
  nn::GraphModel model(regression);
  static_cast<void>(train(model, problem.data, problem.split, options));
  options.epochs = 3;
  options.resume = true;
  const TrainResult result = train(model, problem.data, problem.split, options);
  ASSERT_EQ(result.curve.size(), 3U);
  EXPECT_EQ(result.curve[0].valid_score, std::numeric_limits<double>::infinity());
}

TEST(Resume, FromAnotherConfigurationIsRefusedAndLeavesTheFile) {
  const TemporaryDirectory folder;
  const problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  const fs::path file = folder / "c";
  nn::GraphModel model(problems::dropout_model());
  static_cast<void>(train(model, problem.data, problem.split, problems::full_training(file)));
  const std::string before = read_file(file);

  TrainOptions options = problems::full_training(file);
  options.resume = true;
  nn::ModelOptions other = problems::dropout_model();
  other.encoder.hidden = 8;
  nn::GraphModel narrow(other);
  const auto weights = narrow.parameters()[0].clone();
  EXPECT_THROW(static_cast<void>(train(narrow, problem.data, problem.split, options)), Error);
  EXPECT_TRUE(narrow.parameters()[0].equal(weights));
  options.data_id = "other data";
  EXPECT_THROW(static_cast<void>(train(model, problem.data, problem.split, options)), Error);
  EXPECT_EQ(read_file(file), before);
}

TEST(Resume, WithAnotherSplitOrOtherLabelsIsRefused) {
  const TemporaryDirectory folder;
  problems::TrainingProblem problem = problems::rook_against_shrikhande(8);
  const TrainOptions first = problems::full_training(folder / "c");
  nn::GraphModel model(problems::dropout_model());
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

}  // namespace
}  // namespace isotypic::train::resume_test
