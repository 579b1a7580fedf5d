#include "experiments/channel_choice.hpp"

namespace isotypic::experiments {

const OptionFields<ChannelChoice>& channel_choice_fields() {
  static const auto fields =
      OptionFields<ChannelChoice>()
          .add(
              "grouping", &ChannelChoice::grouping,
              "Use isotypic components as blocks instead of channels; they do not depend on a seed")
          .as_switch("components", enum_name(Grouping::Components))
          .recorded(Recorded::UnlessDefault)
          .add("numbering", &ChannelChoice::numbering,
               "Number orbitals in the order of the node numbers, as the paper's recipe does: "
               "channels then differ between relabelled copies")
          .as_switch("as-labelled", enum_name(Numbering::AsLabelled))
          .recorded(Recorded::UnlessDefault);
  return fields;
}

}  // namespace isotypic::experiments
