#include "tests/nn/support.hpp"

#include <ATen/ATen.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "isotypic/base/random.hpp"

namespace isotypic::test {

void expect_gradients(const std::function<at::Tensor()>& f, const std::vector<at::Tensor>& inputs,
                      double tolerance, std::int64_t entries) {
  const at::Tensor direction = [&] {
    const at::Tensor shape = f().detach();
    Random random(11, 5);
    at::Tensor values = at::empty(shape.sizes(), at::kDouble);
    for (std::int64_t i = 0; i < values.numel(); ++i)
      values.data_ptr<double>()[i] = random.normal();
    return values;
  }();
  const auto projected = [&] { return (f() * direction).sum(); };
  for (const at::Tensor& input : inputs) {
    ASSERT_EQ(input.scalar_type(), at::kDouble);
    input.mutable_grad() = at::Tensor();
  }
  projected().backward();
  constexpr double step = 1e-6;
  for (std::size_t k = 0; k < inputs.size(); ++k) {
    auto* values = inputs[k].data_ptr<double>();
    const at::Tensor grad =
        inputs[k].grad().defined() ? inputs[k].grad().contiguous() : at::zeros_like(inputs[k]);
    const std::int64_t stride = std::max<std::int64_t>(1, inputs[k].numel() / entries);
    const double size = std::max(1.0, grad.abs().max().item<double>());
    for (std::int64_t i = 0; i < inputs[k].numel(); i += stride) {
      const double value = values[i];
      const at::NoGradGuard no_grad;
      values[i] = value + step;
      const double above = projected().item<double>();
      values[i] = value - step;
      const double below = projected().item<double>();
      values[i] = value;
      EXPECT_NEAR((above - below) / (2 * step), grad.data_ptr<double>()[i], tolerance * size)
          << "input " << k << ", entry " << i;
    }
  }
}

double max_difference(const at::Tensor& a, const at::Tensor& b) {
  EXPECT_EQ(a.sizes(), b.sizes());
  if (a.sizes() != b.sizes()) return INFINITY;
  return a.numel() == 0 ? 0.0 : (a - b).abs().max().item<double>();
}

void expect_batch_equals_graphs(nn::Readout& readout, const nn::GraphTensors& data) {
  const nn::Batch together = nn::make_batch(data);
  std::vector<at::Tensor> alone;
  for (std::int64_t g = 0; g < data.num_graphs; ++g) {
    const nn::Batch single = nn::make_batch(data, std::vector{g});
    alone.push_back(readout.forward(single.node_features, single));
  }
  EXPECT_LT(max_difference(readout.forward(together.node_features, together), at::cat(alone)),
            1e-12);
}

at::Tensor tensor_of(const nlohmann::json& values) {
  std::vector<std::int64_t> shape;
  const nlohmann::json* level = &values;
  while (level->is_array()) {
    shape.push_back(static_cast<std::int64_t>(level->size()));
    level = &level->front();
  }
  const bool integers = level->is_number_integer();
  std::vector<double> flat;
  const std::function<void(const nlohmann::json&)> collect = [&](const nlohmann::json& part) {
    if (!part.is_array()) {
      flat.push_back(part.get<double>());
      return;
    }
    for (const nlohmann::json& item : part) collect(item);
  };
  collect(values);
  return at::tensor(flat, at::kDouble).view(shape).to(integers ? at::kLong : at::kDouble);
}

}  // namespace isotypic::test
