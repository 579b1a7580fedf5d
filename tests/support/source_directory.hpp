// Where the sources of the project are, for tests that read files beside them.
#pragma once

#include <string>

namespace isotypic::test {

/// The root of the project, as the build was configured.
[[nodiscard]] std::string source_directory();

}  // namespace isotypic::test
