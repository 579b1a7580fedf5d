// Losses, metrics, optimiser and schedules.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "isotypic/base/error.hpp"
#include "isotypic/base/random.hpp"
#include "isotypic/train/adam.hpp"
#include "isotypic/train/loss.hpp"
#include "isotypic/train/metrics.hpp"
#include "isotypic/train/sampler.hpp"
#include "isotypic/train/schedule.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::train::train_test {
namespace {

at::Tensor random_tensor(at::IntArrayRef shape, std::uint64_t seed) {
  Random random(seed);
  at::Tensor values = at::empty(shape, at::kDouble);
  for (std::int64_t i = 0; i < values.numel(); ++i) values.data_ptr<double>()[i] = random.normal();
  return values;
}

TEST(Losses, GradientsMatchDifferences) {
  const at::Tensor logits = random_tensor({6, 3}, 1).requires_grad_();
  const at::Tensor labels = at::tensor({0, 1, 2, 2, 1, 0}, at::kLong);
  test::expect_gradients([&] { return cross_entropy(logits, labels); }, {logits});

  at::Tensor targets = random_tensor({6, 3}, 2);
  targets[1][2] = NAN;
  test::expect_gradients([&] { return masked_squared_error(logits, targets); }, {logits});
  test::expect_gradients([&] { return masked_absolute_error(logits, targets); }, {logits});
  const at::Tensor binary = at::where(targets.isnan(), targets, (targets > 0).to(at::kDouble));
  test::expect_gradients([&] { return masked_binary_cross_entropy(logits, binary); }, {logits});

  const at::Tensor other = random_tensor({6, 3}, 3).requires_grad_();
  const at::Tensor sign = at::tensor({1., -1., 1., -1., 1., -1.}, at::kDouble);
  test::expect_gradients([&] { return cosine_pair_loss(logits, other, sign); }, {logits, other});
}

TEST(Losses, LeaveMissingTargetsOut) {
  const at::Tensor output = at::tensor({1.0, 5.0, 3.0}, at::kDouble).view({3, 1});
  const at::Tensor targets = at::tensor({0.0, NAN, 1.0}, at::kDouble).view({3, 1});
  EXPECT_DOUBLE_EQ(masked_squared_error(output, targets).item<double>(), 2.5);
  const double expected = 0.5 * (std::log1p(std::exp(1.0)) + std::log1p(std::exp(-3.0)));
  EXPECT_NEAR(masked_binary_cross_entropy(output, targets).item<double>(), expected, 1e-12);
  EXPECT_EQ(masked_squared_error(output, at::full_like(output, NAN)).item<double>(), 0.0);
  EXPECT_EQ(masked_absolute_error(output, at::full_like(output, NAN)).item<double>(), 0.0);
}

TEST(Losses, RefuseMismatchedShapes) {
  const at::Tensor a = at::zeros({4, 2});
  EXPECT_THROW(static_cast<void>(cross_entropy(a, at::zeros({3}, at::kLong))), Error);
  EXPECT_THROW(static_cast<void>(cross_entropy(a, at::full({4}, 2, at::kLong))), Error);
  EXPECT_THROW(static_cast<void>(masked_squared_error(a, at::zeros({4, 1}))), Error);
  EXPECT_THROW(static_cast<void>(masked_binary_cross_entropy(a, {})), Error);
  EXPECT_THROW(static_cast<void>(cosine_pair_loss(a, a, at::ones({3}))), Error);
}

TEST(Metrics, RocAucCountsPairsAndHalvesTies) {
  // The definition, pair by pair, on scores with many ties.
  Random random(3);
  at::Tensor scores = at::empty({60, 2}, at::kDouble);
  at::Tensor targets = at::empty({60, 2}, at::kDouble);
  for (std::int64_t i = 0; i < scores.numel(); ++i) {
    scores.data_ptr<double>()[i] = static_cast<double>(random.below(5));
    targets.data_ptr<double>()[i] = i % 7 == 0 ? NAN : static_cast<double>(random.below(2));
  }
  double mean = 0.0;
  for (std::int64_t task = 0; task < 2; ++task) {
    double wins = 0.0;
    double pairs = 0.0;
    for (std::int64_t i = 0; i < 60; ++i) {
      for (std::int64_t j = 0; j < 60; ++j) {
        if (targets[i][task].item<double>() != 1.0 || targets[j][task].item<double>() != 0.0) {
          continue;
        }
        const double a = scores[i][task].item<double>();
        const double b = scores[j][task].item<double>();
        wins += a > b ? 1.0 : (a == b ? 0.5 : 0.0);
        pairs += 1.0;
      }
    }
    mean += 0.5 * wins / pairs;
  }
  EXPECT_NEAR(roc_auc(scores, targets), mean, 1e-12);
  EXPECT_THROW(static_cast<void>(roc_auc(scores, at::ones_like(scores))), Error);
}

TEST(Metrics, FollowTheirDefinitions) {
  const at::Tensor logits = at::tensor({1., 2., 5., 0., 1., 1.}, at::kDouble).view({3, 2});
  EXPECT_DOUBLE_EQ(accuracy(logits, at::tensor({1, 0, 1}, at::kLong)), 2.0 / 3.0);
  const at::Tensor targets = at::tensor({0., 1., 2., 3.}, at::kDouble).view({4, 1});
  EXPECT_DOUBLE_EQ(r2_score(targets, targets), 1.0);
  EXPECT_DOUBLE_EQ(r2_score(at::full_like(targets, 1.5), targets), 0.0);
  EXPECT_DOUBLE_EQ(mean_absolute_error(targets + 0.5, targets), 0.5);
  EXPECT_THROW(static_cast<void>(r2_score(targets, at::zeros({4, 2}))), Error);
}

TEST(Metrics, AreNotNumbersWhenAPredictionIsNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const at::Tensor broken = at::tensor({1., nan, 5., 0.}, at::kDouble).view({2, 2});
  const at::Tensor targets = at::tensor({0., 1., 1., 0.}, at::kDouble).view({2, 2});
  EXPECT_TRUE(std::isnan(accuracy(broken, at::tensor({0, 0}, at::kLong))));
  for (const Metric metric : {Metric::RocAuc, Metric::MeanAbsoluteError, Metric::R2}) {
    EXPECT_TRUE(std::isnan(compute_metric(metric, broken, {}, targets)));
  }
}

TEST(Metrics, LeaveOutColumnsWithoutTargets) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const at::Tensor targets = at::tensor({0., nan, 1., nan}, at::kDouble).view({2, 2});
  EXPECT_DOUBLE_EQ(r2_score(at::zeros({2, 2}, at::kDouble), targets), -1.0);
  EXPECT_THROW(static_cast<void>(r2_score(targets, at::full({2, 2}, nan, at::kDouble))), Error);
}

/// PyTorch's Adam written out, on one tensor.
at::Tensor reference_adam(at::Tensor weight, const std::vector<at::Tensor>& gradients,
                          const AdamOptions& options) {
  at::Tensor m = at::zeros_like(weight);
  at::Tensor v = at::zeros_like(weight);
  for (std::size_t t = 1; t <= gradients.size(); ++t) {
    const at::Tensor g = gradients[t - 1] + options.weight_decay * weight;
    m = options.beta1 * m + (1 - options.beta1) * g;
    v = options.beta2 * v + (1 - options.beta2) * g * g;
    const at::Tensor mhat = m / (1 - std::pow(options.beta1, static_cast<double>(t)));
    const at::Tensor vhat = v / (1 - std::pow(options.beta2, static_cast<double>(t)));
    weight = weight - options.learning_rate * mhat / (vhat.sqrt() + options.eps);
  }
  return weight;
}

TEST(Adam, EqualsItsDefinition) {
  const AdamOptions options{.learning_rate = 0.02, .weight_decay = 0.1};
  std::vector<at::Tensor> parameters = {random_tensor({7, 5}, 1), random_tensor({3}, 2)};
  const std::vector<at::Tensor> initial = {parameters[0].clone(), parameters[1].clone()};
  for (at::Tensor& parameter : parameters) parameter.requires_grad_();
  std::vector<std::vector<at::Tensor>> gradients(2);
  Adam adam(parameters, options);
  for (std::uint64_t t = 0; t < 5; ++t) {
    adam.zero_grad();
    at::Tensor loss = at::zeros({}, at::kDouble);
    for (std::size_t k = 0; k < 2; ++k) {
      gradients[k].push_back(random_tensor(initial[k].sizes(), 10 * t + k));
      loss = loss + (parameters[k] * gradients[k].back()).sum();
    }
    loss.backward();
    adam.step();
  }
  for (std::size_t k = 0; k < 2; ++k) {
    EXPECT_LT(
        test::max_difference(parameters[k], reference_adam(initial[k], gradients[k], options)),
        1e-13);
  }
}

TEST(Schedules, PlateauReducesAfterPatienceRunsOut) {
  ReduceOnPlateau plateau({.factor = 0.5, .patience = 1});
  double rate = 1.0;
  const std::vector<double> scores = {0.5, 0.6, 0.6, 0.6, 0.7, 0.7, 0.7};
  const std::vector<double> expected = {1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.25};
  for (std::size_t i = 0; i < scores.size(); ++i) {
    rate = plateau.update(scores[i], rate);
    EXPECT_EQ(rate, expected[i]) << i;
  }
}

TEST(Schedules, EarlyStoppingRemembersTheFirstBest) {
  EarlyStopping stopping(2);
  EXPECT_TRUE(stopping.update(0.5, 0));
  EXPECT_FALSE(stopping.update(0.5, 1));
  EXPECT_FALSE(stopping.should_stop(1));
  EXPECT_FALSE(stopping.update(0.4, 2));
  EXPECT_TRUE(stopping.should_stop(2));
  EXPECT_EQ(stopping.best_epoch, 0);
}

TEST(Sampler, PermutesAndDependsOnSeedAndEpochOnly) {
  std::vector<std::int64_t> ids(50);
  std::iota(ids.begin(), ids.end(), 100);
  auto order = shuffled(ids, 1, 4);
  EXPECT_EQ(order, shuffled(ids, 1, 4));
  EXPECT_NE(order, shuffled(ids, 1, 5));
  EXPECT_NE(order, shuffled(ids, 2, 4));
  std::sort(order.begin(), order.end());
  EXPECT_EQ(order, ids);
}

TEST(Sampler, FoldsShareTheClassesAndTestEverySampleOnce) {
  const std::vector<std::int64_t> classes = {0, 1, 0, 2, 1, 0, 0, 1, 0, 0, 1, 0, 0};
  std::vector<int> tested(classes.size(), 0);
  for (std::int64_t fold = 0; fold < 4; ++fold) {
    const Split split = fold_split(classes, 4, fold, 7);
    EXPECT_EQ(split.train.size() + split.valid.size() + split.test.size(), classes.size());
    EXPECT_EQ(split.valid, fold_split(classes, 4, (fold + 1) % 4, 7).test);
    EXPECT_EQ(std::ranges::count_if(split.test, [&](auto id) { return classes[id] == 0; }), 2);
    EXPECT_EQ(std::ranges::count_if(split.test, [&](auto id) { return classes[id] == 1; }), 1);
    for (const std::int64_t id : split.test) ++tested[id];
  }
  EXPECT_EQ(tested, std::vector<int>(classes.size(), 1));
  EXPECT_NE(fold_split(classes, 4, 0, 7).test, fold_split(classes, 4, 0, 8).test);
  EXPECT_THROW((void)fold_split(classes, 2, 0, 7), Error);
  EXPECT_THROW((void)fold_split(classes, 14, 0, 7), Error);
  EXPECT_THROW((void)fold_split(classes, 4, 4, 7), Error);
}

}  // namespace
}  // namespace isotypic::train::train_test
