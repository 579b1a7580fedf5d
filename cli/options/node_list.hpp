// Lists of nodes on the command line.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <string>
#include <vector>

namespace isotypic::cli {

/// An option that takes nodes, "0,3,7", counted as --count-from says.
void add_node_list(CLI::App& command, const std::string& name, std::vector<std::int64_t>& nodes,
                   const std::string& description);

/// The nodes counted from 0. Throws Error on one that is below `first` or not below 2^31.
[[nodiscard]] std::vector<std::int32_t> counted_from_zero(const std::vector<std::int64_t>& nodes,
                                                          std::int32_t first);

}  // namespace isotypic::cli
