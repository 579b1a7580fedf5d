#include <string>

#include "fuzz/laws.hpp"
#include "fuzz/targets.hpp"
#include "isotypic/io/reader.hpp"
#include "isotypic/io/writer.hpp"

namespace isotypic::fuzz {
namespace {

constexpr int most_errors = 8;  // enough to see that reading goes on after a bad line

void require_read_back(const Graph& graph, GraphFormat format) {
  GraphReader reader = GraphReader::from_memory(format_graph(graph, format), "again");
  const auto again = reader.next();
  require(again && again->graph == graph, "a graph is not read back from its own file");
  require(!reader.next(), "a file of one graph holds two");
}

void read_all(std::string_view bytes, const ParseOptions& options) {
  GraphReader reader = GraphReader::from_memory(std::string(bytes), "bytes",
                                                {.parse = options, .max_line_bytes = 1 << 20});
  std::int64_t last_line = 0;
  for (int errors = 0; errors < most_errors;) {
    try {
      const auto item = reader.next();
      if (!item) return;
      // Graphs of one GraphML file may share a line.
      require(item->line >= last_line, "line numbers descend");
      require(options.simplify || item->dropped.total() == 0, "edges dropped without being asked");
      last_line = item->line;
      require_read_back(without_colours(item->graph), GraphFormat::Sparse6);
    } catch (const Error& error) {
      require(error.kind() == ErrorKind::BadInput, "the reader blames the machine for bad input");
      require(error.reason().starts_with("bytes:"), "an error does not name its source");
      ++errors;
    }
  }
}

}  // namespace

void fuzz_reader(std::string_view bytes) {
  read_all(bytes, strict);
  read_all(bytes, simplifying);
}

}  // namespace isotypic::fuzz
