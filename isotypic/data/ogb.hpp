// OGB's raw layout of graph collections (Hu et al. 2020): raw/*.csv.gz and split/NAME/*.csv.gz.
#pragma once

#include <optional>
#include <string>

#include "isotypic/data/dataset.hpp"

namespace isotypic {

/// Reads the collection in `directory` and its split, if there is one: split/`split_name`. An
/// empty name takes the only split; nullopt reads no split.
///
/// raw/ holds num-node-list, num-edge-list and edge (every edge once or in both directions, nodes
/// numbered from 0 within each graph), and where they exist node-feat, edge-feat and graph-label,
/// all as headerless .csv or .csv.gz. Features that are whole numbers from 0 to 999 throughout are
/// categories (see Dataset::categories_are_numbers), others are float features. Labels become
/// targets; empty ones and "nan" are missing.
///
/// Throws Error "file:line: reason" on damaged files.
[[nodiscard]] SplitDataset read_ogb(const std::string& directory,
                                    const std::optional<std::string>& split_name = "");

}  // namespace isotypic
