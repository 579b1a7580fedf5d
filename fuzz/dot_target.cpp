#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/dot.hpp"

namespace isotypic::fuzz {

void fuzz_dot(std::string_view bytes) {
  require_laws(parse_dot, format_dot, strict, simplifying, bytes);
}

}  // namespace isotypic::fuzz
