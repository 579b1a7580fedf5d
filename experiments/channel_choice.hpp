// ChannelChoice: which blocks an experiment gives to the isotypic readouts.
#pragma once

#include <array>
#include <utility>

#include "isotypic/base/options.hpp"
#include "isotypic/channels/names.hpp"

namespace isotypic::experiments {

/// In which order orbitals are numbered before their coefficients are drawn.
enum class Numbering {
  Canonical,   ///< relabelled copies of a graph have equal channels
  AsLabelled,  ///< by the node numbers, as the paper's recipe does
};

struct ChannelChoice {
  Grouping grouping = Grouping::Channels;  ///< Components: blocks that do not depend on a seed
  Numbering numbering = Numbering::Canonical;
};

/// Recorded only where they are not the defaults.
[[nodiscard]] const OptionFields<ChannelChoice>& channel_choice_fields();

}  // namespace isotypic::experiments

namespace isotypic {

template <>
struct EnumNames<experiments::Numbering> {
  static constexpr const char* what = "numbering";
  static constexpr std::array<std::pair<experiments::Numbering, const char*>, 2> table = {
      {{experiments::Numbering::Canonical, "canonical"},
       {experiments::Numbering::AsLabelled, "as labelled"}}};
};

}  // namespace isotypic
