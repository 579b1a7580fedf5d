#include "isotypic/nn/return_probabilities.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/packed_pairs.hpp"

namespace isotypic::nn {
namespace {

/// The type of (i, i) for every node i of the batch.
at::Tensor diagonal_types(const Batch& batch) {
  at::Tensor index = at::empty({batch.num_nodes}, at::kLong);
  auto* out = index.data_ptr<std::int64_t>();
  const auto* types = batch.pairs.type_offsets.data_ptr<std::int64_t>();
  const PairIndex pairs = pair_index(batch);
  for (std::int64_t g = 0; g < batch.num_graphs; ++g) {
    over_diagonal(packed_pairs(pairs, g), [&](std::int32_t type) { *out++ = types[g] + type; });
  }
  return index;
}

/// Calls body(batch, ids) for some graphs after the other: the pairs of all at once may be many.
template <typename Body>
ColumnScales over_parts(const GraphTensors& data, std::span<const std::int64_t> ids, Body&& body) {
  if (!data.pairs) fail("return_probabilities", "the graphs have no described pairs");
  const at::NoGradGuard no_grad;
  ColumnSums sums;
  constexpr std::size_t step = 512;
  for (std::size_t first = 0; first < ids.size(); first += step) {
    const auto part = ids.subspan(first, std::min(step, ids.size() - first));
    body(make_batch(data, part), part, sums);
  }
  return sums.scales();
}

}  // namespace

at::Tensor return_probabilities(const Batch& batch, std::int64_t powers) {
  if (!batch.has_pairs()) fail("return_probabilities", "the batch has no described pairs");
  if (batch.pairs.powers < powers) {
    fail("return_probabilities", "pairs are described by ", batch.pairs.powers, " powers, not ",
         powers);
  }
  return batch.pairs.values.index_select(0, diagonal_types(batch)).narrow(1, 0, powers);
}

ColumnScales pair_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  return over_parts(data, ids, [&](const Batch& batch, auto part, ColumnSums& sums) {
    std::vector<at::Tensor> counts;
    const std::vector<std::int64_t>& offsets = data.pairs->type_offsets;
    for (const std::int64_t g : part) {
      counts.push_back(data.pairs->counts.slice(0, offsets[g], offsets[g + 1]));
    }
    sums.add(batch.pairs.values, at::cat(counts).to(at::kDouble));
  });
}

ColumnScales return_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  return over_parts(data, ids, [&](const Batch& batch, auto /*part*/, ColumnSums& sums) {
    sums.add(return_probabilities(batch, data.pairs->powers),
             at::ones({batch.num_nodes}, at::kDouble));
  });
}

}  // namespace isotypic::nn
