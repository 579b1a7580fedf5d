// The batches and models that nn_bench and bench/pyg_step.py time.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "isotypic/nn/model.hpp"

namespace isotypic::bench {

struct Workload {
  nn::GraphTensors data;
  nn::ModelOptions model;
};

/// a: 64 graphs of 16 nodes, degree 6, GIN, width 64; the same with GraphSAGE, GATv2, PNA and
/// GraphTransformer under these names. b: 128 graphs of about 23 nodes, GINE with edge features,
/// width 128. c: 256 graphs of about 25 nodes, likewise. Five layers each.
[[nodiscard]] Workload make_workload(const std::string& name);

/// The same with described pairs and without channels, for the readouts with learned operators.
/// Instead of a case, a folder that holds ZINC: a batch of its first 128 molecules, GINE, width
/// 128, five layers.
[[nodiscard]] Workload with_pairs(const std::string& name_or_folder);

/// Like a molecule: a random tree with degrees up to 4 and a few rings.
[[nodiscard]] Graph molecule(std::int64_t n, std::uint64_t seed);

/// 0, 1, ..., count - 1.
[[nodiscard]] std::vector<std::int64_t> all_graphs(std::int64_t count);

}  // namespace isotypic::bench
