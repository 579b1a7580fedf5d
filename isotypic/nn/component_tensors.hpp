// ComponentTensors: the isotypic components of the graphs of a dataset.
//
// A component is described by its structure (see channels/structure.hpp), and node embeddings are
// projected onto it by its basis. Neither depends on how the channels were grouped or seeded.
#pragma once

#include <ATen/core/Tensor.h>

#include <cstdint>
#include <span>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic::nn {

/// Laid out as the blocks of GraphTensors, with one block per component.
struct ComponentTensors {
  at::Tensor descriptions;  ///< [components, component_structure_size]
  at::Tensor basis;         ///< flat
  at::Tensor basis_sums;    ///< [columns]
  std::vector<std::int64_t> basis_offsets;
  std::vector<std::int64_t> column_offsets;
  std::vector<std::int64_t> block_offsets;  ///< into block_dims and descriptions
  std::vector<std::int32_t> block_dims;
};

/// The components of every sample. Its channels may have either grouping, but must be whole.
/// Throws Error naming the sample otherwise.
[[nodiscard]] ComponentTensors find_components(std::span<const Sample> samples,
                                               at::ScalarType dtype);

}  // namespace isotypic::nn
