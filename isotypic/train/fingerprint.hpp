// Fingerprints: they tell whether two trainings see the same data.
#pragma once

#include <string>
#include <vector>

#include "isotypic/data/dataset.hpp"
#include "isotypic/nn/graph_tensors.hpp"

namespace isotypic::train {

/// 32 hexadecimal digits of graphs, features, labels, targets, block sizes and split. The entries
/// of the bases are left out: they may differ in the last bit between machines.
[[nodiscard]] std::string data_fingerprint(const nn::GraphTensors& data, const Split& split);

/// 32 hexadecimal digits of the three parts and of the bare graphs, to know them again.
[[nodiscard]] std::string split_fingerprint(const Split& split, const Dataset& dataset);

/// 32 hexadecimal digits of the tensors, to the last bit.
[[nodiscard]] std::string tensor_fingerprint(const std::vector<at::Tensor>& tensors);

}  // namespace isotypic::train
