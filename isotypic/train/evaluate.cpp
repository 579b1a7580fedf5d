#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/train/shares.hpp"
#include "isotypic/train/trainer.hpp"

namespace isotypic::train {
namespace {

/// Everyone predicts a part of the graphs; all get the outputs of all.
at::Tensor predict_together(nn::GraphModel& model, const nn::GraphTensors& data,
                            std::span<const std::int64_t> ids, std::int64_t batch_size,
                            Ranks& ranks) {
  const auto part = [&](std::int64_t rank) { return part_of(data, ids, rank, ranks.size()); };
  std::int64_t most = 0;
  for (std::int64_t rank = 0; rank < ranks.size(); ++rank) {
    most = std::max(most, std::ssize(part(rank)));
  }
  const auto own = part(ranks.rank());
  at::Tensor padded = at::zeros({most, model.options.outputs},
                                data.labels.options().dtype(model.output->weight.dtype()));
  if (!own.empty()) {
    padded.narrow(0, 0, std::ssize(own)).copy_(predict(model, data, own, batch_size));
  }
  const at::Tensor all = ranks.gather(padded);
  std::vector<at::Tensor> outputs;
  for (std::int64_t rank = 0; rank < ranks.size(); ++rank) {
    outputs.push_back(all[rank].narrow(0, 0, std::ssize(part(rank))));
  }
  return at::cat(outputs);
}

}  // namespace

at::Tensor predict(nn::GraphModel& model, const nn::GraphTensors& data,
                   std::span<const std::int64_t> ids, std::int64_t batch_size, at::Device device) {
  if (ids.empty() || batch_size < 1) {
    fail("predict", ids.size(), " graphs in batches of ", batch_size);
  }
  const at::NoGradGuard no_grad;
  if (model.is_training()) model.eval();  // writes nothing where several threads predict
  std::vector<at::Tensor> outputs;
  over_batches(data, ids, batch_size, [&](std::span<const std::int64_t> some) {
    const nn::Batch batch = nn::to_device(nn::make_batch(data, some), device);
    outputs.push_back(model.forward(batch).to(at::kCPU));
  });
  return at::cat(outputs);
}

double evaluate(nn::GraphModel& model, const nn::GraphTensors& data,
                std::span<const std::int64_t> ids, Metric metric, std::int64_t batch_size,
                at::Device device, Ranks* ranks) {
  const at::Tensor output = ranks == nullptr
                                ? predict(model, data, ids, batch_size, device)
                                : predict_together(model, data, ids, batch_size, *ranks);
  const at::Tensor index = at::tensor(std::vector<std::int64_t>(ids.begin(), ids.end()));
  return compute_metric(
      metric, output, data.labels.index_select(0, index),
      data.targets.defined() ? data.targets.index_select(0, index) : at::Tensor());
}

}  // namespace isotypic::train
