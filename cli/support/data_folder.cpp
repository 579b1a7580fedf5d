#include "cli/support/data_folder.hpp"

#include <cstdlib>

namespace isotypic::cli {

// Not by CLI11's envname(): it also sets the options of subcommands that were not called, and where
// these share a variable the environment would win over the command line.
void add_data_folder_option(CLI::App& command, std::string& folder,
                            const std::string& description) {
  const char* named = std::getenv("ISOTYPIC_DATA");
  if (named != nullptr && *named != '\0') folder = named;
  command.add_option("--data", folder, description + " (Env:ISOTYPIC_DATA)")->type_name("DIR");
}

}  // namespace isotypic::cli
