// The readout with learned operators, for one graph on float buffers.
#include <ATen/ATen.h>

#include <algorithm>
#include <array>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/chunk_products.hpp"
#include "isotypic/nn/kernels/inference/inference_readout.hpp"
#include "isotypic/nn/kernels/operators/operator_graph.hpp"
#include "isotypic/nn/kernels/operators/pair_network.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

constexpr const char* where = "OperatorReadout";

void check_pairs(const OperatorPart& part, const GraphView& graph) {
  if (graph.pair_values == nullptr) fail(where, "the graph has no described pairs");
  if (graph.num_pair_values != std::ssize(part.pair_mean)) {
    fail(where, "pairs are described by ", graph.num_pair_values, " values, not ",
         part.pair_mean.size());
  }
  const OperatorOptions& options = part.options;
  for (std::int64_t t = 0; t < graph.num_types; ++t) {
    if (graph.pair_distances[t] < 0 || graph.pair_distances[t] > options.max_distance) {
      fail(where, "a distance is ", graph.pair_distances[t], ", not in 0..", options.max_distance);
    }
  }
  if (options.heads == 0 || options.edge_categories.empty()) return;
  if (graph.num_edge_categories != std::ssize(options.edge_categories)) {
    fail(where, "edges have ", graph.num_edge_categories, " categories, not ",
         options.edge_categories.size());
  }
  const std::int32_t* category = graph.pair_categories;
  for (std::int64_t t = 0; t < graph.num_types; ++t) {
    for (const std::int64_t size : options.edge_categories) {
      if (*category >= size) fail(where, "edges have a category ", *category, " of ", size);
      ++category;
    }
  }
}

/// The coefficients of all types, [types, heads].
const float* pair_network(const OperatorPart& part, const GraphView& graph,
                          InferenceScratch& scratch) {
  const std::int64_t hidden = part.coefficients.first.out();
  const std::int64_t heads = part.coefficients.second.out();
  const std::int64_t padded = padded_types(graph.num_types);
  const TypeRows<float> types{graph.pair_values,
                              part.pair_mean.data(),
                              part.pair_factor.data(),
                              graph.num_pair_values,
                              graph.pair_distances,
                              graph.pair_categories,
                              std::ssize(part.category_rows),
                              part.category_rows.data(),
                              hidden};
  float* coefficients = scratch.pair_coefficients.room<float>(padded * heads);
  forward_blocks<float>(types, 0, graph.num_types,
                        {part.coefficients.first.in(), hidden, heads,
                         part.coefficients.first.matrix(), part.coefficients.first.bias(),
                         part.coefficients.second.matrix(), part.coefficients.second.bias()},
                        scratch.phi.room<float>(block_rows * graph.num_pair_values),
                        scratch.pair_hidden.room<float>(padded * hidden), coefficients);
  return coefficients;
}

PackedPairs packed_pairs(const GraphView& graph) {
  return {graph.num_nodes, graph.pair_types, graph.pair_partners, graph.num_pairs};
}

/// Products, row sums and diagonals of the operators behind their norm: [n, features + 2 heads].
const float* mixed_nodes(const OperatorPart& part, const GraphView& graph, const float* x,
                         InferenceScratch& scratch) {
  const std::int64_t n = graph.num_nodes;
  const std::int64_t width = part.mix.out();
  const std::int64_t heads = part.options.heads;
  const std::int64_t stride = width + 2 * heads;
  const float* c = pair_network(part, graph, scratch);
  const PackedPairs packed = packed_pairs(graph);
  PairRoom room{scratch.types.room<std::int32_t>(ordered_pairs(packed)), nullptr, nullptr};
  if (packed.partners != nullptr) {
    room.rows = scratch.pair_rows.room<std::int64_t>(n + 1);
    room.partners = scratch.partners.room<std::int32_t>(ordered_pairs(packed));
  }
  float* mixed = scratch.mixed.room<float>(n * width);
  part.mix.multiply(x, n, mixed);
  float* y = scratch.products.room<float>(n * stride);
  const OperatorGraph pairs = unpack_pairs(packed, heads, width, room);
  apply_operators(pairs, c, mixed, width, y, stride);
  operator_rows(pairs, c, y + width, stride);
  for (std::int64_t v = 0; v < n; ++v) {
    float* row = y + v * stride;
    for (std::int64_t k = 0; k < stride; ++k) {
      row[k] = row[k] * part.norm_factor[k] + part.norm_shift[k];
    }
  }
  return y;
}

const float* node_walks(const OperatorPart& part, const GraphView& graph,
                        InferenceScratch& scratch) {
  const std::int64_t powers = part.options.powers;
  float* walks = scratch.walks.room<float>(graph.num_nodes * powers);
  float* row = walks;
  over_diagonal(packed_pairs(graph), [&](std::int32_t type) {
    const float* values = graph.pair_values + type * graph.num_pair_values;
    for (std::int64_t k = 0; k < powers; ++k) {
      row[k] = (values[k] - part.return_mean[k]) * part.return_factor[k];
    }
    row += powers;
  });
  return walks;
}

}  // namespace

OperatorPart make_operator_part(const OperatorReadout& readout, WeightReader& reader) {
  OperatorPart part;
  part.options = readout.options;
  part.pair_mean = floats_of(readout.pair_mean);
  part.pair_factor = floats_of(readout.pair_factor);
  part.return_mean = floats_of(readout.return_mean);
  part.return_factor = floats_of(readout.return_factor);
  part.rho_hidden = reader.linear(readout.rho_hidden);
  part.rho_output = reader.linear(readout.rho_output);
  if (readout.options.heads == 0) return part;
  part.coefficients = reader.mlp(*readout.coefficients);
  std::int64_t row = readout.options.max_distance + 1;
  for (const std::int64_t size : readout.options.edge_categories) {
    part.category_rows.push_back(row);
    row += size;
  }
  part.mix = reader.linear(readout.mix);
  const ColumnMap norm = reader.norm(readout.norm);
  part.norm_factor.assign(norm.factor.begin(), norm.factor.end());
  part.norm_shift.assign(norm.shift.begin(), norm.shift.end());
  return part;
}

void run_operators(const OperatorPart& part, const GraphView& graph, const float* x,
                   InferenceScratch& scratch, std::int64_t width, float* out) {
  const std::int64_t n = graph.num_nodes;
  const bool mixes = part.options.heads > 0;
  if (mixes || part.options.diagonal) check_pairs(part, graph);
  struct Columns {
    const float* rows;
    std::int64_t count;
  };
  std::array<Columns, 3> columns = {Columns{x, width}, Columns{nullptr, 0}, Columns{nullptr, 0}};
  if (mixes) columns[1] = {mixed_nodes(part, graph, x, scratch), width + 2 * part.options.heads};
  if (part.options.diagonal) columns[2] = {node_walks(part, graph, scratch), part.options.powers};

  const std::int64_t hidden = part.rho_hidden.out();
  float* h = scratch.node_hidden.room<float>(n * hidden);
  for (std::int64_t first = 0; first < n; first += max_chunk_rows) {
    const float* matrix = part.rho_hidden.matrix();
    for (const auto& [rows, count] : columns) {
      if (count == 0) continue;
      small_gemm(hidden, std::min(max_chunk_rows, n - first), count, matrix, hidden,
                 rows + first * count, count, h + first * hidden, hidden, TransposeB::No,
                 rows == x ? Accumulate::No : Accumulate::Yes);
      matrix += count * hidden;
    }
  }
  add_bias_relu(h, part.rho_hidden.bias(), n, hidden);
  float* sums = scratch.node_sums.room<float>(hidden);
  std::fill_n(sums, hidden, 0.0F);
  for (std::int64_t v = 0; v < n; ++v) add_scaled(sums, h + v * hidden, 1.0F, hidden);
  // The second map of rho is linear, so it is applied to the sum.
  part.rho_output.multiply(sums, 1, out);
  add_scaled(out, part.rho_output.bias(), static_cast<float>(n), width);
}

}  // namespace isotypic::nn
