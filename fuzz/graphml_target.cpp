#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/graphml.hpp"

namespace isotypic::fuzz {

void fuzz_graphml(std::string_view bytes) {
  require_laws(parse_graphml, format_graphml, strict, simplifying, bytes);
}

}  // namespace isotypic::fuzz
