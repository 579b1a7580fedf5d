#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/sparse6.hpp"

namespace isotypic::fuzz {

void fuzz_sparse6(std::string_view bytes) {
  require_laws(parse_sparse6, format_sparse6, strict, simplifying, bytes);
}

}  // namespace isotypic::fuzz
