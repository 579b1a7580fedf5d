#include "cli/options/data_folder.hpp"

#include <cstdlib>
#include <system_error>

#include "isotypic/base/file_name.hpp"
#include "isotypic/data/open.hpp"

namespace isotypic::cli {

// Not by CLI11's envname(): it also sets the options of subcommands that were not called, and where
// these share a variable the environment would win over the command line.
void add_data_folder_option(CLI::App& command, std::string& folder,
                            const std::string& description) {
  const char* named = std::getenv("ISOTYPIC_DATA");
  if (named != nullptr && *named != '\0') folder = named;
  command.add_option("--data", folder, description + " (Env:ISOTYPIC_DATA)")->type_name("DIR");
}

std::vector<std::filesystem::path> files_of_dataset(const std::string& root,
                                                    const std::string& name) {
  namespace fs = std::filesystem;
  const auto place = find_dataset(root, name);
  if (!place) return {};
  const fs::path folder = place->directory;
  switch (place->layout) {
    case DatasetPlace::Layout::Ogb:
      return {folder / "raw", folder / "split"};
    case DatasetPlace::Layout::TuParts:
      return {folder / (place->name + "_train"), folder / (place->name + "_val"),
              folder / (place->name + "_test")};
    case DatasetPlace::Layout::Tu:
      break;
  }
  // Somebody's own files may lie beside those of the collection.
  std::vector<fs::path> files;
  std::error_code unreadable;
  for (const std::string& file : names_in(folder, unreadable)) {
    if (file.starts_with(place->name + "_") && file.ends_with(".txt"))
      files.push_back(folder / file);
  }
  return files;
}

}  // namespace isotypic::cli
