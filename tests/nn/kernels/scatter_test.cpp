// Our row loops against LibTorch's own operations, value and gradient.
#include "isotypic/nn/kernels/scatter.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/csrc/autograd/autograd.h>

#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/row_scatter.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::scatter_test {
namespace {

using test::max_difference;

constexpr std::int64_t num_groups = 6;

/// Group 4 has no members, and few different values make many ties. Zero is none of them: LibTorch
/// 1.13 takes the zeros it starts from for members when an extremum is zero.
struct ScatterProblem {
  at::Tensor index = at::tensor({2, 0, 0, 5, 1, 3, 3, 3, 0, 2, 5, 1}, at::kLong);
  at::Tensor values;
  at::Tensor weights;

  explicit ScatterProblem(at::ScalarType type)
      : values((at::randint(-2, 3, {12, 5, 7}) + 0.5).to(type)),
        weights(at::randn({12, 5, 7}).to(type)) {
    values.set_requires_grad(true);
  }

  /// The gradient of (result * weights).sum(), with as many rows of weights as it takes.
  [[nodiscard]] at::Tensor gradient(const at::Tensor& result) {
    values.mutable_grad() = at::Tensor();
    (result * weights.narrow(0, 0, result.size(0))).sum().backward();
    return values.grad().clone();
  }
};

at::Tensor torch_extremum(const ScatterProblem& problem, const char* name) {
  return at::scatter_reduce(at::zeros({num_groups, 5, 7}, problem.values.options()), 0,
                            problem.index.view({-1, 1, 1}).expand({12, 5, 7}), problem.values, name,
                            false);
}

class Scatter : public ::testing::TestWithParam<at::ScalarType> {
 protected:
  void SetUp() override { at::manual_seed(5); }

  /// Of sums of a dozen values near one.
  static double tolerance() { return GetParam() == at::kDouble ? 1e-14 : 1e-6; }

  static void expect_same(ScatterProblem& problem, const at::Tensor& ours,
                          const at::Tensor& theirs) {
    EXPECT_EQ(max_difference(ours, theirs), 0.0);
    const at::Tensor gradient = problem.gradient(ours);
    EXPECT_LT(max_difference(gradient, problem.gradient(theirs)), tolerance());
  }
};

TEST_P(Scatter, SumsAsIndexAddDoes) {
  ScatterProblem problem(GetParam());
  expect_same(
      problem, scatter_sum(problem.values, problem.index, num_groups),
      at::index_add(at::zeros({num_groups, 5, 7}, GetParam()), 0, problem.index, problem.values));
}

TEST_P(Scatter, GathersAsIndexSelectDoes) {
  ScatterProblem problem(GetParam());
  expect_same(problem, gather_rows(problem.values, problem.index),
              problem.values.index_select(0, problem.index));
}

TEST_P(Scatter, GathersSumsOfRowsAsEmbeddingBagDoes) {
  ScatterProblem problem(GetParam());
  const at::Tensor index = at::tensor({0, 3, 3, 3, 11, 0, 5, 7, 2, 0, 1, 11}, at::kLong);
  const at::Tensor bags =
      std::get<0>(at::embedding_bag(problem.values.view({12, 35}), index, at::arange(0, 12, 3)));
  expect_same(problem, gather_rows_cpu(problem.values, index.view({4, 3})), bags.view({4, 5, 7}));
  EXPECT_THROW(static_cast<void>(gather_rows_cpu(problem.values, index.view({4, 3}) + 1)), Error);
  EXPECT_THROW(static_cast<void>(gather_rows_cpu(problem.values, at::zeros({4, 0}, at::kLong))),
               Error);
}

TEST_P(Scatter, SharesTheGradientOfAnExtremumAmongTies) {
  ScatterProblem problem(GetParam());
  expect_same(problem, scatter_max(problem.values, problem.index, num_groups),
              torch_extremum(problem, "amax"));
  expect_same(problem, scatter_min(problem.values, problem.index, num_groups),
              torch_extremum(problem, "amin"));
}

TEST_P(Scatter, PassesTheWholeGradientOfAnExtremumOn) {
  ScatterProblem problem(GetParam());
  const at::Tensor zeros = at::zeros_like(problem.values).set_requires_grad(true);
  (scatter_max(zeros, problem.index, num_groups) * problem.weights.narrow(0, 0, num_groups))
      .sum()
      .backward();
  at::Tensor expected = problem.weights.narrow(0, 0, num_groups).clone();
  expected[4] = 0;
  EXPECT_LT(max_difference(scatter_sum(zeros.grad(), problem.index, num_groups), expected),
            tolerance());
}

TEST_P(Scatter, SumsHaveSecondDerivatives) {
  // f = sum of (scatter v)^3 / 6 has the gradient gather((scatter v)^2) / 2, and along w the second
  // derivative gather(scatter v * scatter w).
  ScatterProblem problem(GetParam());
  const at::Tensor sums = scatter_sum(problem.values, problem.index, num_groups);
  const at::Tensor gradient =
      torch::autograd::grad({sums.pow(3).sum() / 6}, {problem.values}, {}, true, true)[0];
  const at::Tensor second =
      torch::autograd::grad({(gradient * problem.weights).sum()}, {problem.values})[0];
  const at::Tensor expected = (sums * scatter_sum(problem.weights, problem.index, num_groups))
                                  .index_select(0, problem.index);
  EXPECT_LT(max_difference(second, expected), 100 * tolerance());
}

TEST_P(Scatter, LetsNaNThrough) {
  ScatterProblem problem(GetParam());
  at::Tensor values = problem.values.detach().clone();
  values[1][0][0] = std::numeric_limits<double>::quiet_NaN();
  for (const at::Tensor& result : {scatter_sum(values, problem.index, num_groups),
                                   scatter_max(values, problem.index, num_groups),
                                   scatter_min(values, problem.index, num_groups)}) {
    EXPECT_TRUE(result[0][0][0].isnan().item<bool>());
    EXPECT_EQ(result.isnan().sum().item<std::int64_t>(), 1);
  }
}

TEST_P(Scatter, RefusesIndicesOutOfRange) {
  ScatterProblem problem(GetParam());
  for (const std::int64_t wrong : {std::int64_t{-1}, num_groups}) {
    at::Tensor index = problem.index.clone();
    index[3] = wrong;
    EXPECT_THROW(static_cast<void>(scatter_sum(problem.values, index, num_groups)), Error);
    EXPECT_THROW(static_cast<void>(scatter_max(problem.values, index, num_groups)), Error);
    EXPECT_THROW(static_cast<void>(gather_rows(problem.values.narrow(0, 0, num_groups), index)),
                 Error);
  }
  EXPECT_THROW(
      static_cast<void>(scatter_sum(problem.values, problem.index.narrow(0, 0, 3), num_groups)),
      Error);
}

INSTANTIATE_TEST_SUITE_P(Types, Scatter, ::testing::Values(at::kFloat, at::kDouble),
                         [](const auto& type) { return std::string(toString(type.param)); });

}  // namespace
}  // namespace isotypic::nn::scatter_test
