// The graphs of the BREC benchmark, when the data is there.
#pragma once

#include <string>
#include <vector>

#include "isotypic/graph/graph.hpp"

namespace isotypic::brec {

/// The directory with the data sets: the environment variable ISOTYPIC_DATA, or the default.
[[nodiscard]] std::string data_directory();

/// The graphs of one file of the benchmark, such as "cfi.npy", two by two; empty if it is absent.
[[nodiscard]] std::vector<Graph> read_graphs(const std::string& file);

}  // namespace isotypic::brec
