// Where tests look for the published data sets.
#pragma once

#include <cstdlib>
#include <string>

namespace isotypic {

/// A data set of this name below the directory in ISOTYPIC_DATA, or below ../shared/data beside
/// the sources. A test whose data is absent skips itself and says so.
inline std::string data_directory(const std::string& name) {
  const char* named = std::getenv("ISOTYPIC_DATA");
  return (named != nullptr ? std::string(named) : ISOTYPIC_SOURCE_DIR "/../shared/data") + "/" +
         name;
}

}  // namespace isotypic
