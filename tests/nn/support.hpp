// Laws that the tests of the neural stack share.
#pragma once

#include <ATen/core/Tensor.h>

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <vector>

#include "isotypic/nn/readouts/readout.hpp"
#include "tests/support/samples.hpp"

namespace isotypic::test {

/// Central differences against backpropagation, in double: compares the gradient of a random
/// projection of f() in every tensor of `inputs`, entry by entry (at most `entries` of each).
void expect_gradients(const std::function<at::Tensor()>& f, const std::vector<at::Tensor>& inputs,
                      double tolerance = 1e-6, std::int64_t entries = 24);

/// The largest absolute difference, after a check of the shapes.
[[nodiscard]] double max_difference(const at::Tensor& a, const at::Tensor& b);

/// A batch gives every graph what the graph alone gives. `data` must be in double.
void expect_batch_equals_graphs(nn::Readout& readout, const nn::GraphTensors& data);

/// Nested arrays of a fixture: int64 if its first number is whole, otherwise double.
[[nodiscard]] at::Tensor tensor_of(const nlohmann::json& values);

}  // namespace isotypic::test
