// NetworkChoice: what an experiment may change of the paper's network.
#pragma once

#include <cstdint>

#include "isotypic/base/options.hpp"
#include "isotypic/nn/encoder_options.hpp"

namespace isotypic::nn {
class Encoder;
}

namespace isotypic::experiments {

struct NetworkChoice {
  std::int64_t hidden = 0;  ///< 0: the paper's
  std::int64_t layers = 0;  ///< 0: the paper's
  nn::Normalisation norm = nn::Normalisation::Batch;
  /// Of GIN: a node counts 1 + eps beside its neighbours. With the usual 0 it counts like one of
  /// them, and some pairs that 1-WL tells apart look alike.
  double eps = 0.0;
};

/// Recorded only where they are not the defaults.
[[nodiscard]] const OptionFields<NetworkChoice>& network_choice_fields();

/// Moves these options to the end of a record's config: they came later than the others, and
/// journals compare the order.
void move_network_choice_to_end(Json& config, const NetworkChoice& choice);

/// Sets the eps of every layer of GIN.
void fill_eps(nn::Encoder& encoder, double eps);

/// The paper's encoder with the choice.
[[nodiscard]] nn::EncoderOptions chosen(nn::EncoderOptions encoder, const NetworkChoice& choice);

}  // namespace isotypic::experiments
