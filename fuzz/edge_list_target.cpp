#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/edge_list.hpp"

namespace isotypic::fuzz {

void fuzz_edge_list(std::string_view bytes) {
  require_laws(parse_edge_list, format_edge_list, strict, simplifying, bytes);
}

}  // namespace isotypic::fuzz
