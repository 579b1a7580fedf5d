// The folder of the data sets, as every command that reads one takes it.
#pragma once

#include <CLI/CLI.hpp>
#include <filesystem>
#include <string>
#include <vector>

namespace isotypic::cli {

/// --data DIR. Without it the folder is the one that ISOTYPIC_DATA names, or else stays as it is.
void add_data_folder_option(CLI::App& command, std::string& folder, const std::string& description);

/// The files and folders that `open_dataset` reads; none if there is no such data set.
[[nodiscard]] std::vector<std::filesystem::path> files_of_dataset(const std::string& root,
                                                                  const std::string& name);

}  // namespace isotypic::cli
