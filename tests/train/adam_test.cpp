// AdamW and clipping; train_test.cpp compares Adam itself.
#include "isotypic/train/adam.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>
#include <torch/optim/adamw.h>

#include "tests/nn/support.hpp"

namespace isotypic::train::adam_test {
namespace {

TEST(AdamW, TakesTheStepsOfLibTorch) {
  at::Tensor ours = at::arange(1, 8, at::kDouble).requires_grad_();
  const at::Tensor theirs = at::arange(1, 8, at::kDouble).requires_grad_();
  Adam own({ours}, {.learning_rate = 0.05, .weight_decay = 0.3, .optimiser = Optimiser::AdamW});
  torch::optim::AdamW reference({theirs}, torch::optim::AdamWOptions(0.05).weight_decay(0.3));
  for (int step = 0; step < 20; ++step) {
    own.zero_grad();
    (ours * ours).sin().sum().backward();
    own.step();
    reference.zero_grad();
    (theirs * theirs).sin().sum().backward();
    reference.step();
  }
  EXPECT_LT(test::max_difference(ours, theirs), 1e-12);
}

TEST(Adam, ScalesLargeGradientsDownAndLeavesSmallOnes) {
  at::Tensor weight = at::zeros({2}, at::kDouble).requires_grad_();
  Adam adam({weight}, {});
  weight.mutable_grad().copy_(at::tensor({3.0, 4.0}));
  adam.clip_gradients(10.0);
  EXPECT_EQ(weight.grad()[1].item<double>(), 4.0);
  adam.clip_gradients(1.0);
  EXPECT_DOUBLE_EQ(weight.grad()[0].item<double>(), 0.6);
  EXPECT_DOUBLE_EQ(weight.grad()[1].item<double>(), 0.8);
}

}  // namespace
}  // namespace isotypic::train::adam_test
