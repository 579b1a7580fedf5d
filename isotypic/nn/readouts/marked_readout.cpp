#include "isotypic/nn/readouts/marked_readout.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/kernels/scatter.hpp"

namespace isotypic::nn {

MarkedReadout::MarkedReadout(std::shared_ptr<Readout> inner_) : inner(std::move(inner_)) {
  register_module("inner", inner);
  copy_mean = register_buffer("copy_mean", at::zeros({inner->width()}));
  copy_factor = register_buffer("copy_factor", at::ones({inner->width()}));
  map = register_module("map", torch::nn::Linear(inner->width(), inner->width()));
}

at::Tensor MarkedReadout::forward(const at::Tensor& x, const Batch& batch) {
  if (!batch.has_marks()) fail("MarkedReadout", "the batch has no marked copies");
  const at::Tensor copies = at::relu(map((inner->forward(x, batch) - copy_mean) * copy_factor));
  return scatter_sum(copies * batch.marks.weights.unsqueeze(1), batch.marks.sample_of_copy,
                     batch.num_samples);
}

void MarkedReadout::learn_scales(const GraphTensors& data, std::span<const std::int64_t> ids) {
  inner->learn_scales(data, ids);
}

EncoderOptions with_marks(EncoderOptions options, std::int64_t marks) {
  if (options.node_categories.empty()) {
    options.node_features += marks;
  } else {
    options.node_categories.insert(options.node_categories.end(), marks, 2);  // marked or not
  }
  return options;
}

}  // namespace isotypic::nn
