// The folder of the data sets, as every command that reads one takes it.
#pragma once

#include <CLI/CLI.hpp>
#include <string>

namespace isotypic::cli {

/// --data DIR. Without it the folder is the one that ISOTYPIC_DATA names, or else stays as it is.
void add_data_folder_option(CLI::App& command, std::string& folder, const std::string& description);

}  // namespace isotypic::cli
