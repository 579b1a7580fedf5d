#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/dimacs.hpp"

namespace isotypic::fuzz {

void fuzz_dimacs(std::string_view bytes) {
  require_laws(parse_dimacs, format_dimacs, strict, simplifying, bytes);
}

}  // namespace isotypic::fuzz
