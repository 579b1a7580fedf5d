#include "isotypic/nn/fixed_scales.hpp"

#include <ATen/ATen.h>

#include <algorithm>
#include <vector>

#include "isotypic/nn/column_scales.hpp"
#include "isotypic/nn/readouts/marked_readout.hpp"

namespace isotypic::nn {
namespace {

constexpr std::size_t graphs_at_once = 64;

std::vector<std::int64_t> evenly_spaced(std::span<const std::int64_t> ids) {
  const auto count = std::min<std::size_t>(ids.size(), max_scale_graphs);
  std::vector<std::int64_t> chosen;
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(ids[i * ids.size() / count]);
  return chosen;
}

/// The graphs of a model's scales, some at a time.
struct ScaleData {
  GraphModel& model;
  const GraphTensors& data;
  std::vector<std::int64_t> ids;

  template <typename Body>
  void over_batches(Body&& body) const {
    for (std::size_t first = 0; first < ids.size(); first += graphs_at_once) {
      const std::size_t count = std::min(graphs_at_once, ids.size() - first);
      body(make_batch(data, std::span(ids).subspan(first, count)));
    }
  }

  template <typename Body>
  void over_parts(Body&& body) const {
    over_batches([&](const Batch& batch) {
      for (std::int64_t p = 0; p < num_parts(batch); ++p) {
        body(to_device(make_part(batch, p), model.hidden->weight.device()));
      }
    });
  }
};

/// One per graph of the batch: the share of a marked copy, 1 otherwise.
at::Tensor graph_weights(const Batch& batch) {
  if (batch.has_marks()) return batch.marks.weights.to(at::kDouble);
  return at::ones({batch.num_graphs}, batch.graph_of_node.options().dtype(at::kDouble));
}

void fix_norms(const ScaleData& scale_data) {
  Encoder& encoder = *scale_data.model.encoder;
  for (std::size_t l = 0; l < encoder.norms.size(); ++l) {
    ColumnSums sums;
    scale_data.over_parts([&](const Batch& batch) {
      sums.add(encoder.before_norm(batch, l),
               graph_weights(batch).index_select(0, batch.graph_of_node));
    });
    const ColumnScales scales = sums.scales();
    encoder.norms[l]->running_mean.copy_(scales.mean);
    encoder.norms[l]->running_var.copy_(scales.factor.square().reciprocal());
  }
}

void fix_copies(const ScaleData& scale_data, MarkedReadout& readout) {
  ColumnSums sums;
  scale_data.over_parts([&](const Batch& batch) {
    const at::Tensor x = scale_data.model.encoder->forward(batch);
    sums.add(readout.inner->forward(x, batch), graph_weights(batch));
  });
  const ColumnScales scales = sums.scales();
  readout.copy_mean.copy_(scales.mean);
  readout.copy_factor.copy_(scales.factor);
}

void fix_readout(const ScaleData& scale_data) {
  GraphModel& model = scale_data.model;
  std::vector<at::Tensor> rows;
  scale_data.over_batches([&](const Batch& batch) {
    rows.push_back(model.read(to_device(batch, model.hidden->weight.device())));
  });
  const ReadoutScales scales = readout_scales(at::cat(rows));
  model.readout_mean.copy_(scales.mean);
  model.readout_factor.copy_(scales.factor);
}

}  // namespace

ReadoutScales readout_scales(const at::Tensor& z) {
  const double floor = z.scalar_type() == at::kDouble ? 1e-9 : 3e-5;
  const at::Tensor mean = z.mean(0);
  const at::Tensor variance = (z - mean).square().mean(0);
  const at::Tensor varies = variance.detach() > floor * floor * z.detach().square().mean(0);
  const at::Tensor safe = at::where(varies, variance, at::ones_like(variance));
  return {mean, at::where(varies, safe.rsqrt(), at::zeros_like(variance))};
}

void fix_scales(GraphModel& model, const GraphTensors& data, std::span<const std::int64_t> ids) {
  const at::NoGradGuard no_grad;
  const bool training = model.is_training();
  model.eval();
  const ScaleData scale_data{model, data, evenly_spaced(ids)};
  fix_norms(scale_data);
  if (auto* marked = dynamic_cast<MarkedReadout*>(model.readout.get())) {
    fix_copies(scale_data, *marked);
  }
  fix_readout(scale_data);
  model.train(training);
}

}  // namespace isotypic::nn
