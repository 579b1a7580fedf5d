#include "isotypic/nn/target_scales.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <cmath>

#include "isotypic/base/error.hpp"

namespace isotypic::nn::target_scales_test {
namespace {

TEST(TargetScales, AreThoseOfTheGraphsAskedForWithoutTheGaps) {
  GraphTensors data;
  data.targets = at::tensor({1., 5., 3., NAN, 100., 5.}).view({3, 2});
  const TargetScales scales = target_scales(data, std::vector<std::int64_t>{0, 1});
  EXPECT_DOUBLE_EQ(scales.mean[0].item<double>(), 2.0);
  EXPECT_DOUBLE_EQ(scales.deviation[0].item<double>(), 1.0);
  EXPECT_DOUBLE_EQ(scales.mean[1].item<double>(), 5.0);
  EXPECT_DOUBLE_EQ(scales.deviation[1].item<double>(), 1.0) << "a constant is not divided by zero";
}

TEST(TargetScales, NeedTargets) {
  EXPECT_THROW(static_cast<void>(target_scales({}, std::vector<std::int64_t>{0})), Error);
}

}  // namespace
}  // namespace isotypic::nn::target_scales_test
