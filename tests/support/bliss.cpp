#include "tests/support/bliss.hpp"

#include <algorithm>
#include <bliss/graph.hh>
#include <cstdio>
#include <cstdlib>
#include <vector>

#include "tests/support/leaks.hpp"

namespace isotypic::second_engine {
namespace {

/// The graph with a node of its own on every coloured edge.
Graph subdivided(const Graph& graph) {
  if (!graph.has_edge_colours()) return graph;
  const auto n = static_cast<std::int32_t>(graph.num_nodes());
  std::vector<Edge> edges;
  Colours colours;
  const auto node_colours = graph.node_colours();
  colours.nodes.assign(node_colours.begin(), node_colours.end());
  colours.nodes.resize(n, 0);
  const auto most = std::max_element(colours.nodes.begin(), colours.nodes.end());
  const std::int32_t shift = n == 0 ? 0 : *most + 1;
  std::int32_t next = n;
  const std::vector<std::int32_t> edge_colours = graph.edge_colours();
  for (const auto& [u, v] : graph.edges()) {
    edges.push_back({u, next});
    edges.push_back({v, next});
    colours.nodes.push_back(shift + edge_colours[next - n]);
    ++next;
  }
  return make_graph(next, edges, colours);
}

/// bliss hands its exact order out only by printing it.
std::string order_of(const bliss::Stats& stats) {
  char* buffer = nullptr;
  std::size_t size = 0;
  std::FILE* file = open_memstream(&buffer, &size);
  stats.print(file);
  std::fclose(file);
  std::string text(buffer, size);
  std::free(buffer);  // NOLINT: allocated by open_memstream
  const std::string label = "|Aut|:";
  text = text.substr(text.find(label) + label.size());
  const std::size_t begin = text.find_first_not_of(' ');
  return text.substr(begin, text.find('\n') - begin);
}

}  // namespace

Findings run_bliss(const Graph& graph) {
  const Graph source = subdivided(graph);
  const ForgiveLeaks bliss_leaks;
  bliss::Graph copy;
  for (std::int64_t v = 0; v < source.num_nodes(); ++v) {
    copy.add_vertex(source.has_node_colours() ? source.node_colours()[v] : 0);
  }
  for (const auto& [u, v] : source.edges()) copy.add_edge(u, v);
  bliss::Stats stats;
  const unsigned int* labelling = copy.canonical_form(stats, nullptr, nullptr);
  const std::vector<std::int32_t> position(labelling, labelling + source.num_nodes());
  return {order_of(stats), relabel(source, position)};
}

}  // namespace isotypic::second_engine
