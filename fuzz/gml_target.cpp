#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/gml.hpp"

namespace isotypic::fuzz {

void fuzz_gml(std::string_view bytes) {
  require_laws(parse_gml, format_gml, strict, simplifying, bytes);
}

}  // namespace isotypic::fuzz
