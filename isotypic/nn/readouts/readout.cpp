#include "isotypic/nn/readouts/readout.hpp"

#include <ATen/ATen.h>

#include "isotypic/base/error.hpp"
#include "isotypic/nn/readouts/attention_readout.hpp"
#include "isotypic/nn/readouts/combined_readout.hpp"
#include "isotypic/nn/readouts/component_set_readout.hpp"
#include "isotypic/nn/readouts/isotypic_readout.hpp"
#include "isotypic/nn/readouts/marked_readout.hpp"
#include "isotypic/nn/readouts/operator_readout.hpp"
#include "isotypic/nn/readouts/pool_readout.hpp"
#include "isotypic/nn/readouts/set2set_readout.hpp"

namespace isotypic::nn {
namespace {

std::shared_ptr<Readout> make_part(ReadoutKind kind, const ReadoutOptions& options,
                                   std::int64_t features) {
  switch (kind) {
    case ReadoutKind::Attention:
      return std::make_shared<AttentionReadout>(features);
    case ReadoutKind::Set2Set:
      return std::make_shared<Set2SetReadout>(features);
    case ReadoutKind::Isotypic:
      return std::make_shared<IsotypicReadout>(options.isotypic, features, options.plain);
    case ReadoutKind::Operators:
      return std::make_shared<OperatorReadout>(options.operators, features, options.plain);
    case ReadoutKind::ComponentSet:
      return std::make_shared<ComponentSetReadout>(features, options.isotypic.seed, options.plain);
    default:
      return std::make_shared<PoolReadout>(kind, features);
  }
}

}  // namespace

std::shared_ptr<Readout> make_readout(const ReadoutOptions& options, std::int64_t features) {
  if (options.parts.empty()) fail("make_readout", "there is nothing to read out");
  if (features < 1) fail("make_readout", "embeddings of width ", features);
  std::vector<std::shared_ptr<Readout>> parts;
  for (const ReadoutKind kind : options.parts) {
    parts.push_back(make_part(kind, options, features));
  }
  std::shared_ptr<Readout> readout = parts.front();
  if (parts.size() > 1) {
    readout = std::make_shared<CombinedReadout>(
        std::move(parts), options.fusion,
        options.fusion_width > 0 ? options.fusion_width : features);
  }
  if (options.marks > 0) readout = std::make_shared<MarkedReadout>(std::move(readout));
  return readout;
}

CollateOptions collate_options(const ReadoutOptions& options, at::ScalarType dtype) {
  CollateOptions collate{.dtype = dtype, .max_blocks = options.isotypic.max_blocks};
  if (needs_pairs(options)) {
    collate.pairs = PairOptions{.descriptors = {.powers = options.operators.powers,
                                                .max_distance = options.operators.max_distance,
                                                .reach = options.operators.reach}};
  }
  if (options.marks > 0) collate.marks = MarkOptions{.size = options.marks};
  collate.components = needs_components(options);
  // One block of the channels is enough where only their components are read.
  if (!reads_blocks(options)) collate.max_blocks = 1;
  return collate;
}

void check_readout_input(const char* where, const at::Tensor& x, const Batch& batch,
                         std::int64_t features) {
  if (x.dim() != 2 || x.size(0) != batch.num_nodes || x.size(1) != features) {
    fail(where, "expected embeddings of shape [", batch.num_nodes, ", ", features, "], got ",
         x.sizes());
  }
}

}  // namespace isotypic::nn
