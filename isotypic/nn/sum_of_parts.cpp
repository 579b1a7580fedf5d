#include "isotypic/nn/sum_of_parts.hpp"

#include <ATen/ATen.h>
#include <torch/csrc/autograd/autograd.h>
#include <torch/csrc/autograd/custom_function.h>

namespace isotypic::nn {
namespace {

/// What the second reading of the parts needs to know of the first.
struct PartsHolder : torch::CustomClassHolder {
  GraphModel* model = nullptr;
  Batch batch;
  std::vector<std::uint64_t> dropout_counters;  ///< before every part
};

at::Tensor read_part(GraphModel& model, const Batch& batch, std::int64_t part) {
  const Batch own = to_device(make_part(batch, part), model.hidden->weight.device());
  return model.readout->forward(model.encoder->forward(own), own);
}

/// Running statistics and the stream of dropout keys as they were when it was made.
class StateScope {
 public:
  explicit StateScope(GraphModel& model)
      : buffers_(model.buffers()), stream_(*model.stream), counter_(model.stream->counter) {
    for (const at::Tensor& buffer : buffers_) saved_.push_back(buffer.clone());
  }
  ~StateScope() {
    const at::NoGradGuard no_grad;
    for (std::size_t i = 0; i < buffers_.size(); ++i) buffers_[i].copy_(saved_[i]);
    stream_.counter = counter_;
  }
  StateScope(const StateScope&) = delete;
  StateScope& operator=(const StateScope&) = delete;

 private:
  std::vector<at::Tensor> buffers_;
  std::vector<at::Tensor> saved_;
  DropoutStream& stream_;
  std::uint64_t counter_;
};

class PartsFunction : public torch::autograd::Function<PartsFunction> {
 public:
  /// `anchor` needs a gradient, so that backward() is called; it gets none.
  static at::Tensor forward(torch::autograd::AutogradContext* context, const at::Tensor& /*anchor*/,
                            const c10::intrusive_ptr<PartsHolder>& holder) {
    at::Tensor sum;
    for (std::int64_t p = 0; p < num_parts(holder->batch); ++p) {
      holder->dropout_counters.push_back(holder->model->stream->counter);
      const at::Tensor part = read_part(*holder->model, holder->batch, p);
      sum = sum.defined() ? sum + part : part;
    }
    context->saved_data["parts"] = c10::IValue::make_capsule(holder);
    return sum;
  }

  static torch::autograd::variable_list backward(torch::autograd::AutogradContext* context,
                                                 const torch::autograd::variable_list& grads) {
    const auto capsule = context->saved_data["parts"].toCapsule();
    const auto& holder = *static_cast<PartsHolder*>(capsule.get());
    const StateScope state(*holder.model);
    const at::AutoGradMode with_gradients(true);
    for (std::int64_t p = 0; p < num_parts(holder.batch); ++p) {
      holder.model->stream->counter = holder.dropout_counters[p];
      const at::Tensor part = read_part(*holder.model, holder.batch, p);
      if (part.requires_grad()) torch::autograd::backward({part}, {grads[0]});
    }
    return {at::Tensor(), at::Tensor()};
  }
};

}  // namespace

at::Tensor sum_of_parts(GraphModel& model, const Batch& batch) {
  auto holder = c10::make_intrusive<PartsHolder>();
  holder->model = &model;
  holder->batch = batch;
  const at::Tensor anchor = at::zeros({1}, model.hidden->weight.options()).requires_grad_();
  return PartsFunction::apply(anchor, holder);
}

}  // namespace isotypic::nn
