#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/graph6.hpp"

namespace isotypic::fuzz {

void fuzz_graph6(std::string_view bytes) {
  const auto graph = accepted([&] { return parse_graph6(bytes); });
  if (!graph) return;
  require(declared_graph6_length(bytes) == static_cast<std::int64_t>(bytes.size()),
          "a line that parses has not the length it declares");
  require(parse_graph6(format_graph6(*graph)) == *graph,
          "a graph is not read back from its own text");
}

}  // namespace isotypic::fuzz
