// What a pipeline is, in words: for checkpoints, and for ranks that train together. Internal.
#pragma once

#include <string>

#include "isotypic/learn/pipeline.hpp"
#include "isotypic/train/ranks.hpp"

namespace isotypic::learn {

/// Names of the symmetry engines, whose channels differ.
[[nodiscard]] Json known_engines();

/// Version, engines, options and the shape of the data, as JSON.
[[nodiscard]] std::string describe(const Pipeline& pipeline);

/// What all ranks must agree about before they compute anything: all of that, and the build.
[[nodiscard]] train::Facts facts_of(const Pipeline& pipeline);

}  // namespace isotypic::learn
