// What is about to be trained, in words, so that a wrong guess of "auto" is seen at once. Internal.
#pragma once

#include <string>

#include "isotypic/data/dataset.hpp"
#include "isotypic/learn/pipeline.hpp"

namespace isotypic::learn {

/// "ENZYMES: classification, 6 classes; 480 graphs for training, 60 for validation, ..."
[[nodiscard]] std::string data_line(const Pipeline& pipeline);

/// "GIN and sum on node labels, 66049 weights"
[[nodiscard]] std::string network_line(const Pipeline& pipeline);

/// A note about features of edges that the data set has and the network does not read; else empty.
[[nodiscard]] std::string unread_edges_note(const Pipeline& pipeline, const Dataset& dataset);

}  // namespace isotypic::learn
