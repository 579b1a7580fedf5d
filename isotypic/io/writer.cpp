#include "isotypic/io/writer.hpp"

#include "isotypic/base/error.hpp"
#include "isotypic/io/dimacs.hpp"
#include "isotypic/io/dot.hpp"
#include "isotypic/io/edge_list.hpp"
#include "isotypic/io/gml.hpp"
#include "isotypic/io/graph6.hpp"
#include "isotypic/io/graphml.hpp"
#include "isotypic/io/sparse6.hpp"

namespace isotypic {

std::string format_graph(const Graph& graph, GraphFormat format) {
  switch (format) {
    case GraphFormat::Graph6:
      return format_graph6(graph) + '\n';
    case GraphFormat::Sparse6:
      return format_sparse6(graph) + '\n';
    case GraphFormat::Dimacs:
      return format_dimacs(graph);
    case GraphFormat::EdgeList:
      return format_edge_list(graph);
    case GraphFormat::GraphMl:
      return format_graphml(graph);
    case GraphFormat::Gml:
      return format_gml(graph);
    case GraphFormat::Dot:
      return format_dot(graph);
    case GraphFormat::Detect:
      break;
  }
  fail("format_graph", "no format was given");
}

bool holds_one_graph(GraphFormat format) {
  return format == GraphFormat::Dimacs || format == GraphFormat::EdgeList ||
         format == GraphFormat::GraphMl;
}

GraphWriter::GraphWriter(const std::string& path, GraphFormat format)
    : file_(path), format_(format) {}

void GraphWriter::write(const Graph& graph) {
  if (holds_one_graph(format_) && num_written_ > 0) {
    fail("write_graph", "a file in ", format_name(format_), " format holds one graph");
  }
  file_.write(format_graph(graph, format_));
  ++num_written_;
}

}  // namespace isotypic
