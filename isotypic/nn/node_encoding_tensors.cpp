#include "isotypic/nn/node_encoding_tensors.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <vector>

#include "isotypic/base/error.hpp"
#include "isotypic/base/parallel.hpp"
#include "isotypic/nn/graph_tensors.hpp"

namespace isotypic::nn {

at::Tensor encode_positions(std::span<const Sample> samples, at::ScalarType dtype,
                            const EncodingOptions& options) {
  constexpr const char* where = "encode_positions";
  std::vector<std::int64_t> offsets = {0};
  for (const Sample& sample : samples) {
    offsets.push_back(offsets.back() + sample.graph.num_nodes());
  }
  const std::int64_t columns = options.columns.total();
  at::Tensor encodings = at::empty({offsets.back(), columns}, dtype);
  parallel_for(std::ssize(samples), options.threads, [&](std::int64_t g) {
    if (options.stop.stop_requested()) fail_as(ErrorKind::Cancelled, where, "stopped");
    std::vector<double> values;
    try {
      const Symmetry symmetry = compute_symmetry(samples[g].graph, {.stop = options.stop});
      values = node_encodings(symmetry, options.columns);
    } catch (const Error& error) {
      fail_as(error.kind(), where, "graph ", g, ": ", error.reason());
    }
    if (dtype == at::kFloat) {
      std::ranges::copy(values, encodings.data_ptr<float>() + offsets[g] * columns);
    } else {
      std::ranges::copy(values, encodings.data_ptr<double>() + offsets[g] * columns);
    }
  });
  return encodings;
}

ColumnScales encoding_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  if (!data.node_encodings.defined()) fail("encoding_scales", "the graphs have no node encodings");
  const at::NoGradGuard no_grad;
  ColumnSums sums;
  constexpr std::size_t step = 512;
  for (std::size_t first = 0; first < ids.size(); first += step) {
    std::vector<at::Tensor> rows;
    for (const std::int64_t g : ids.subspan(first, std::min(step, ids.size() - first))) {
      rows.push_back(data.node_encodings.slice(0, data.node_offsets[g], data.node_offsets[g + 1]));
    }
    const at::Tensor all = at::cat(rows);
    sums.add(all, at::ones({all.size(0)}, at::kDouble));
  }
  return sums.scales();
}

}  // namespace isotypic::nn
