// Where tests look for the published data sets.
#pragma once

#include <cstdlib>
#include <string>

#include "tests/support/source_directory.hpp"

namespace isotypic {

/// A data set of this name below the directory in ISOTYPIC_DATA, or below ../shared/data beside
/// the sources. A test whose data is absent skips itself and says so.
inline std::string data_directory(const std::string& name) {
  const char* named = std::getenv("ISOTYPIC_DATA");
  return (named != nullptr ? std::string(named) : test::source_directory() + "/../shared/data") +
         "/" + name;
}

}  // namespace isotypic
