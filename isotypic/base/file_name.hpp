// Names of files that no file can have.
#pragma once

#include <string>

namespace isotypic {

/// Throws Error for a name with a zero byte: the system would take only what stands before it.
void check_file_name(const std::string& name);

}  // namespace isotypic
