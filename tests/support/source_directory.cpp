#include "tests/support/source_directory.hpp"

namespace isotypic::test {

std::string source_directory() { return ISOTYPIC_SOURCE_DIR; }

}  // namespace isotypic::test
