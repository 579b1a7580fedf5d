// BrecSelection: what of BREC an experiment runs on, and with which models.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiments/readout_choice.hpp"
#include "isotypic/base/options.hpp"
#include "isotypic/data/brec.hpp"
#include "isotypic/nn/encoder_options.hpp"
#include "isotypic/nn/readouts/readout_options.hpp"

namespace isotypic::experiments {

struct BrecSelection {
  nn::LayerKind encoder = nn::LayerKind::Gin;
  std::vector<std::string> readouts;  ///< empty: see readout_choices()
  std::vector<std::int64_t> blocks;   ///< of every isotypic readout; 0: all; none: 8
  std::int64_t seeds = 1;
  std::int64_t first_seed = 0;  ///< later runs can add seeds
  std::int64_t first_pair = 0;
  std::int64_t last_pair = brec_num_pairs - 1;
};

/// Records have first_pair and last_pair, the command line has --pairs. What records call readouts
/// is set by set_readouts().
[[nodiscard]] const OptionFields<BrecSelection>& brec_selection_fields();

/// Every readout, the isotypic ones with every number of blocks. Blocks alone mean the isotypic
/// readout; nothing at all means `otherwise`.
[[nodiscard]] std::vector<ReadoutChoice> readout_choices(
    const BrecSelection& selection, const std::vector<ReadoutChoice>& otherwise);

/// Sets "readouts" of a record's config to the labels of the choices.
void set_readouts(Json& config, const std::vector<ReadoutChoice>& choices);

}  // namespace isotypic::experiments
