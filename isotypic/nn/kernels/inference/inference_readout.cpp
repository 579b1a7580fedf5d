#include "isotypic/nn/kernels/inference/inference_readout.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <cmath>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/isotypic_block.hpp"
#include "isotypic/nn/readouts/combined_readout.hpp"
#include "isotypic/nn/readouts/pool_readout.hpp"
#include "isotypic/nn/vector_loops.hpp"

namespace isotypic::nn {
namespace {

void pool_sum(const float* x, std::int64_t n, std::int64_t d, float* out) {
  std::fill_n(out, d, 0.0F);
  for (std::int64_t v = 0; v < n; ++v) add_scaled(out, x + v * d, 1.0F, d);
}

void pool_mean(const float* x, std::int64_t n, std::int64_t d, float* out) {
  pool_sum(x, n, d, out);
  for (std::int64_t c = 0; c < d; ++c) out[c] /= static_cast<float>(n);
}

void pool_max(const float* x, std::int64_t n, std::int64_t d, float* out) {
  std::copy_n(x, d, out);
  for (std::int64_t v = 1; v < n; ++v) {
    for (std::int64_t c = 0; c < d; ++c) {
      const float value = x[v * d + c];
      if (!(value <= out[c])) out[c] = value;  // NaN stays NaN
    }
  }
}

void run_pool(ReadoutKind kind, const float* x, std::int64_t n, std::int64_t d, float* out) {
  if (kind == ReadoutKind::Sum) pool_sum(x, n, d, out);
  if (kind == ReadoutKind::Mean || kind == ReadoutKind::MeanMax) pool_mean(x, n, d, out);
  if (kind == ReadoutKind::Max) pool_max(x, n, d, out);
  if (kind == ReadoutKind::MeanMax) pool_max(x, n, d, out + d);
}

bool takes_part(ReadoutKind kind, const ReadoutOptions& options) {
  switch (kind) {
    case ReadoutKind::Sum:
    case ReadoutKind::Mean:
    case ReadoutKind::Max:
    case ReadoutKind::MeanMax:
    case ReadoutKind::Isotypic:
      return true;
    case ReadoutKind::Operators:
      return options.operators.form == OperatorForm::Nodes;
    default:
      return false;
  }
}

}  // namespace

bool InferenceReadout::takes(const ReadoutOptions& options) {
  return options.marks == 0 && std::ranges::all_of(options.parts, [&](ReadoutKind kind) {
           return takes_part(kind, options);
         });
}

InferenceReadout::Part InferenceReadout::make_part(const Readout& readout, WeightReader& reader) {
  Part part;
  part.width = readout.width();
  if (const auto* pool = dynamic_cast<const PoolReadout*>(&readout)) {
    part.reader = PoolPart{pool->kind};
    part.features = pool->features;
  } else if (const auto* isotypic = dynamic_cast<const IsotypicReadout*>(&readout)) {
    part.reader = IsotypicPart{isotypic->options, isotypic->features, floats_of(isotypic->R)};
    part.features = isotypic->features;
  } else {
    const auto& operators = dynamic_cast<const OperatorReadout&>(readout);
    part.reader = make_operator_part(operators, reader);
    part.features = operators.features;
  }
  return part;
}

InferenceReadout::InferenceReadout(const Readout& readout, const ReadoutOptions& options)
    : fusion_(options.parts.size() > 1 ? options.fusion : Fusion::Concat), width_(readout.width()) {
  WeightReader reader;
  const auto* combined = dynamic_cast<const CombinedReadout*>(&readout);
  if (combined == nullptr) {
    parts_.push_back(make_part(readout, reader));
  } else {
    for (std::size_t i = 0; i < combined->parts.size(); ++i) {
      parts_.push_back(make_part(*combined->parts[i], reader));
      if (fusion_ == Fusion::Concat) continue;
      parts_.back().projection = reader.linear(combined->projections[i]);
    }
    if (fusion_ == Fusion::Gate) gate_ = reader.linear(combined->gate);
  }
  weights_read_ = reader.count();
  for (const Part& part : parts_) parts_width_ += part.width;
}

void InferenceReadout::run(const GraphView& graph, const float* x, InferenceScratch& scratch,
                           float* out) const {
  const bool concat = fusion_ == Fusion::Concat;
  float* parts = concat ? out : scratch.parts.room<float>(parts_width_);
  float* to = parts;
  for (const Part& part : parts_) {
    if (const auto* pool = std::get_if<PoolPart>(&part.reader)) {
      run_pool(pool->kind, x, graph.num_nodes, part.features, to);
    } else if (const auto* isotypic = std::get_if<IsotypicPart>(&part.reader)) {
      run_isotypic(*isotypic, graph, x, scratch, part.width, to);
    } else {
      run_operators(std::get<OperatorPart>(part.reader), graph, x, scratch, part.width, to);
    }
    to += part.width;
  }
  if (!concat) fuse(parts, scratch, out);
}

/// As CombinedReadout::forward().
void InferenceReadout::fuse(const float* parts, InferenceScratch& scratch, float* out) const {
  const auto count = std::ssize(parts_);
  float* projected = scratch.projected.room<float>(count * width_ + count);
  float* weights = projected + count * width_;
  for (std::int64_t i = 0; i < count; ++i) {
    parts_[i].projection.apply(parts, 1, projected + i * width_);
    parts += parts_[i].width;
    weights[i] = 1.0F;
  }
  if (fusion_ == Fusion::Gate) {
    gate_.apply(projected, count, weights);
    const float largest = *std::max_element(weights, weights + count);
    float sum = 0.0F;
    for (std::int64_t i = 0; i < count; ++i) sum += weights[i] = std::exp(weights[i] - largest);
    for (std::int64_t i = 0; i < count; ++i) weights[i] /= sum;
  }
  std::fill_n(out, width_, 0.0F);
  for (std::int64_t i = 0; i < count; ++i) {
    add_scaled(out, projected + i * width_, weights[i], width_);
  }
}

void run_isotypic(const IsotypicPart& part, const GraphView& graph, const float* x,
                  InferenceScratch& scratch, std::int64_t width, float* out) {
  if (graph.basis == nullptr) fail("IsotypicReadout", "the graph has no channels");
  if (part.options.max_blocks > graph.max_blocks) {
    fail("IsotypicReadout", "wants ", part.options.max_blocks, " blocks, but bases were cut off ",
         "after ", graph.max_blocks);
  }
  const std::int64_t n = graph.num_nodes;
  const std::int64_t d = part.features;
  const GraphBlocks<float> blocks{n,
                                  d,
                                  std::min(part.options.max_blocks, graph.num_blocks),
                                  graph.block_dims,
                                  graph.basis,
                                  graph.basis_sums};
  const Slots slots{part.options.variant, part.options.max_blocks, part.options.rp_dim};
  std::fill_n(out, width, 0.0F);
  read_blocks(
      blocks, x, part.R.data(), part.options.centre, slots,
      {scratch.coefficients.room<float>(blocks.columns() * d),
       scratch.row_norms.room<float>(blocks.count * n), scratch.rows.room<float>(n * d), nullptr,
       scratch.vector.room<float>(d), scratch.means.room<float>(part.options.max_blocks * d)},
      out);
}

}  // namespace isotypic::nn
