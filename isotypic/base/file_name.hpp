// Names of files: those that no file can have, and those in a folder.
#pragma once

#include <filesystem>
#include <string>
#include <system_error>
#include <vector>

namespace isotypic {

/// Throws Error for a name with a zero byte: the system would take only what stands before it.
void check_file_name(const std::string& name);

/// The names of what lies directly in a folder, sorted. If it cannot be read, `error` says why, and
/// the names are those that were read before. Not std::filesystem::directory_iterator: that of
/// libstdc++ ends the process when memory runs out.
[[nodiscard]] std::vector<std::string> names_in(const std::filesystem::path& folder,
                                                std::error_code& error);

}  // namespace isotypic
