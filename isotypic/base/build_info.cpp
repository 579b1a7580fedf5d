#include "isotypic/base/build_info.hpp"

#include "isotypic_commit.hpp"  // made by cmake/commit.cmake at every build

namespace isotypic {

std::string build_version() { return ISOTYPIC_VERSION; }
std::string build_commit() { return ISOTYPIC_COMMIT; }
std::string build_compiler() { return ISOTYPIC_COMPILER; }

}  // namespace isotypic
