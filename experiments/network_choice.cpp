#include "experiments/network_choice.hpp"

#include <ATen/ATen.h>

#include "isotypic/nn/encoder.hpp"
#include "isotypic/nn/layers/gin.hpp"

namespace isotypic::experiments {

const OptionFields<NetworkChoice>& network_choice_fields() {
  static const auto fields =
      OptionFields<NetworkChoice>()
          .add("hidden", &NetworkChoice::hidden, "Width of every layer; 0: as in the paper",
               from_to(0, 65'536))
          .recorded(Recorded::UnlessDefault)
          .add("layers", &NetworkChoice::layers, "Message-passing layers; 0: as in the paper",
               from_to(0, 1000))
          .recorded(Recorded::UnlessDefault)
          .add("norm", &NetworkChoice::norm,
               "What normalises layers: the batch, or fixed statistics of the training part, which "
               "also standardise the readout; centred: fixed, and every graph's mean is "
               "subtracted first")
          .recorded(Recorded::UnlessDefault)
          .add("eps", &NetworkChoice::eps, "Of GIN: a node counts 1 + eps beside its neighbours",
               between(-10.0, 10.0))
          .recorded(Recorded::UnlessDefault);
  return fields;
}

void move_network_choice_to_end(Json& config, const NetworkChoice& choice) {
  const Json own = network_choice_fields().to_json(choice);
  for (const auto& [name, value] : own.items()) config.erase(name);
  config.update(own);
}

void fill_eps(nn::Encoder& encoder, double eps) {
  const at::NoGradGuard no_grad;
  for (const auto& layer : encoder.layers) {
    if (auto* gin = dynamic_cast<nn::Gin*>(layer.get())) gin->eps.fill_(eps);
  }
}

nn::EncoderOptions chosen(nn::EncoderOptions encoder, const NetworkChoice& choice) {
  if (choice.hidden > 0) encoder.hidden = choice.hidden;
  if (choice.layers > 0) encoder.layers = choice.layers;
  encoder.norm = choice.norm;
  return encoder;
}

}  // namespace isotypic::experiments
