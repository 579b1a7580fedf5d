// The loops over edges against ATen operations that make a row for every edge.
#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/edges/edge_attention.hpp"
#include "isotypic/nn/kernels/edges/edge_statistics.hpp"
#include "tests/nn/support.hpp"

namespace isotypic::nn::edge_test {
namespace {

using test::max_difference;

/// Not sorted; a loop, a double edge, and a node (4) that nothing points to.
Edges sample_edges() {
  return {.source = at::tensor({1, 0, 2, 2, 3, 4, 4, 0, 5, 3, 3}, at::kLong),
          .target = at::tensor({0, 1, 1, 2, 5, 3, 3, 5, 0, 2, 0}, at::kLong),
          .num_nodes = 6};
}

using Function = std::function<at::Tensor(const std::vector<at::Tensor>&)>;

/// dtype, heads, width, whether edges bring terms.
using Case = std::tuple<at::ScalarType, std::int64_t, std::int64_t, bool>;

class EdgeLoops : public ::testing::TestWithParam<Case> {
 protected:
  void SetUp() override { at::manual_seed(3); }

  /// Multiples of 1/8: float holds their sums and squares exactly, so that a small variance is not
  /// the rounding error of a large one; and there are ties.
  [[nodiscard]] at::Tensor leaf(const std::vector<std::int64_t>& shape) const {
    return (at::round(8 * at::randn(shape)) / 8)
        .to(std::get<0>(GetParam()))
        .set_requires_grad(true);
  }
  /// [rows, heads, width].
  [[nodiscard]] at::Tensor rows(std::int64_t count) const {
    return leaf({count, std::get<1>(GetParam()), std::get<2>(GetParam())});
  }
  [[nodiscard]] at::Tensor terms() const {
    return std::get<3>(GetParam()) ? rows(11) : at::Tensor();
  }

  /// Value and gradients of both functions agree.
  static void expect_same(const std::vector<at::Tensor>& leaves, const Function& ours,
                          const Function& plain) {
    const double tolerance = std::get<0>(GetParam()) == at::kDouble ? 1e-13 : 2e-5;
    const at::Tensor value = ours(leaves);
    EXPECT_LT(max_difference(value, plain(leaves)), tolerance);
    const at::Tensor weights = at::randn_like(value);
    const auto gradients = [&](const Function& function) {
      std::vector<at::Tensor> result;
      for (const at::Tensor& leaf : leaves) {
        if (leaf.defined()) leaf.mutable_grad() = at::Tensor();
      }
      (function(leaves) * weights).sum().backward();
      for (const at::Tensor& leaf : leaves) {
        if (leaf.defined()) result.push_back(leaf.grad().clone());
      }
      return result;
    };
    const auto expected = gradients(plain);
    const auto got = gradients(ours);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_GT(expected[i].abs().max().item<double>(), 0.0) << "input " << i;
      EXPECT_LT(max_difference(got[i], expected[i]), tolerance) << "input " << i;
    }
  }
};

TEST_P(EdgeLoops, AttendByAdditionAsPlainOperationsDo) {
  const Edges edges = sample_edges();
  const auto inputs = [](const std::vector<at::Tensor>& x) {
    return AdditiveAttention{x[0], x[1], x[2], x[3], 0.2};
  };
  expect_same(
      {rows(6), rows(6), terms(), rows(1)}, [&](const auto& x) { return attend(inputs(x), edges); },
      [&](const auto& x) { return attend_plain(inputs(x), edges); });
}

TEST_P(EdgeLoops, AttendByProductsAsPlainOperationsDo) {
  const Edges edges = sample_edges();
  const auto inputs = [](const std::vector<at::Tensor>& x) {
    return ProductAttention{x[0], x[1], x[2], x[3]};
  };
  expect_same(
      {rows(6), rows(6), rows(6), terms()}, [&](const auto& x) { return attend(inputs(x), edges); },
      [&](const auto& x) { return attend_plain(inputs(x), edges); });
}

TEST_P(EdgeLoops, TakeTheStatisticsThatPlainOperationsTake) {
  const Edges edges = sample_edges();
  const auto flat = [](const at::Tensor& x) { return x.defined() ? x.flatten(1) : x; };
  const auto inputs = [&](const std::vector<at::Tensor>& x) {
    return SumMessages{flat(x[0]), flat(x[1]), flat(x[2])};
  };
  expect_same(
      {rows(6), rows(6), terms()},
      [&](const auto& x) { return message_statistics(inputs(x), edges); },
      [&](const auto& x) { return message_statistics_plain(inputs(x), edges); });
}

INSTANTIATE_TEST_SUITE_P(Shapes, EdgeLoops,
                         ::testing::Combine(::testing::Values(at::kFloat, at::kDouble),
                                            ::testing::Values(1, 3), ::testing::Values(1, 16, 21),
                                            ::testing::Bool()));

TEST(EdgeFunctions, LetNaNThrough) {
  const Edges edges = sample_edges();
  at::Tensor bad = at::ones({6, 2, 4}, at::kDouble);
  bad[3].fill_(std::numeric_limits<double>::quiet_NaN());
  const at::Tensor good = at::ones({6, 2, 4}, at::kDouble);
  const at::Tensor att = at::ones({1, 2, 4}, at::kDouble);
  // Node 3 sends to 5, 2 and 0.
  for (const std::int64_t node : {5, 2, 0}) {
    EXPECT_TRUE(attend({bad, good, {}, att, 0.2}, edges)[node].isnan().all().item<bool>());
    EXPECT_TRUE(
        attend(ProductAttention{good, bad, good, {}}, edges)[node].isnan().all().item<bool>());
    const at::Tensor row =
        message_statistics({good.flatten(1), bad.flatten(1), {}}, edges)[node].narrow(0, 0, 24);
    EXPECT_TRUE(row.isnan().all().item<bool>());  // mean, min and max
  }
}

TEST(EdgeFunctions, RefuseEndsThatAreNotNodes) {
  Edges edges = sample_edges();
  edges.source[7] = 6;
  const at::Tensor x = at::ones({6, 2, 4});
  EXPECT_THROW((void)attend({x, x, {}, at::ones({1, 2, 4}), 0.2}, edges), Error);
  EXPECT_THROW((void)attend(ProductAttention{x, x, x, {}}, edges), Error);
  EXPECT_THROW((void)message_statistics({x.flatten(1), x.flatten(1), {}}, edges), Error);
}

}  // namespace
}  // namespace isotypic::nn::edge_test
