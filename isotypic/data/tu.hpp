// The TU format: graph collections as Morris et al. (2020) publish them, in a few text files.
#pragma once

#include <string>
#include <vector>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

/// Reads the collection `name` from directory/name_A.txt and its companions.
///
/// name_graph_indicator.txt says which graph a node belongs to, so isolated nodes count. Optional
/// files: node and edge labels become categories (raised by a constant if some are negative), node
/// and edge attributes float features, graph labels classes, graph attributes targets. Edges may
/// be listed in one direction or in both.
///
/// Throws Error "file:line: reason" on damaged files.
[[nodiscard]] Dataset read_tu(const std::string& directory, const std::string& name);

/// A collection in three parts: name_train, name_val and name_test below `directory`, each a
/// folder of its own. Labels mean the same in all parts.
[[nodiscard]] SplitDataset read_tu_parts(const std::string& directory, const std::string& name);

}  // namespace isotypic
