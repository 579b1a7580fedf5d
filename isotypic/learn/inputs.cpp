#include "isotypic/learn/inputs.hpp"

#include "isotypic/nn/readouts/readout.hpp"
#include "isotypic/train/settings.hpp"

namespace isotypic::learn {

ChannelOptions channel_options(const Pipeline& pipeline, ChannelOptions channels) {
  const bool whole = nn::needs_components(pipeline.model->options.readout);
  channels.max_blocks = whole ? 0 : pipeline.options.blocks;
  channels.grouping = pipeline.options.grouping;
  return channels;
}

nn::CollateOptions collate_options(const Pipeline& pipeline) {
  nn::CollateOptions collate = nn::collate_options(pipeline.model->options.readout);
  collate.encodings.columns = train::encoding_columns(pipeline.options.network);
  return collate;
}

}  // namespace isotypic::learn
