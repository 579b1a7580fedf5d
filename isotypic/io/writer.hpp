// GraphWriter: graphs into a file that appears whole or not at all.
#pragma once

#include <cstdint>
#include <string>

#include "isotypic/base/atomic_file.hpp"
#include "isotypic/graph/graph.hpp"
#include "isotypic/io/format.hpp"

namespace isotypic {

/// The text of `graph` in `format`, with its end of line. Throws Error on GraphFormat::Detect.
[[nodiscard]] std::string format_graph(const Graph& graph, GraphFormat format);

/// Whether a file in this format holds one graph, as we write it.
[[nodiscard]] bool holds_one_graph(GraphFormat format);

/// Writes to a path, or to standard output if it is "-"; see AtomicFile.
class GraphWriter {
 public:
  GraphWriter(const std::string& path, GraphFormat format);

  /// Throws Error on a second graph in a format that holds one.
  void write(const Graph& graph);
  /// Must be called last; without it a file does not appear.
  void finish() { file_.commit(); }

 private:
  AtomicFile file_;
  GraphFormat format_;
  std::int64_t num_written_ = 0;
};

}  // namespace isotypic
