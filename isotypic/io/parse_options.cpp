#include "isotypic/io/parse_options.hpp"

#include <algorithm>

#include "isotypic/base/error.hpp"

namespace isotypic {

void check_declared_nodes(const char* where, std::int64_t num_nodes, std::int64_t num_bytes,
                          const ParseOptions& options) {
  if (num_nodes < 0 || num_nodes > max_nodes) {
    fail(where, "the number of nodes must be in 0..", max_nodes, ", not ", num_nodes);
  }
  if (num_nodes > std::max(num_bytes, options.max_unbacked_nodes)) {
    fail(where, "the text declares ", num_nodes, " nodes but has only ", num_bytes,
         " bytes; so short a text may declare at most ", options.max_unbacked_nodes,
         " (max_unbacked_nodes)");
  }
}

}  // namespace isotypic
