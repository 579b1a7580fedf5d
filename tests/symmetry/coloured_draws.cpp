// Draws coloured graphs, and compares the canonical forms of two labellings of each, and the order
// of the group with bliss. Why: docs/decisions/0004-coloured-graphs-and-traces.md.
//
// Usage: coloured_draws DRAWS [SEED [raw]]
//
// With `raw`, Traces gets the graphs as they are, without the reductions of compute_symmetry: how
// often the known defect shows. Edge colours are left out then.

#include <algorithm>
#include <chrono>
#include <iostream>
#include <string>

#include "isotypic/io/edge_list.hpp"
#include "isotypic/symmetry/internal/search.hpp"
#include "isotypic/symmetry/symmetry.hpp"
#include "tests/support/bliss.hpp"
#include "tests/support/coloured.hpp"

namespace {

using namespace isotypic;

const SymmetryOptions all_colours{.node_colours = true, .edge_colours = true};

/// The canonical form that Traces alone gives.
Graph raw_canonical_form(const Graph& graph) {
  SearchProblem problem{&graph, identity_permutation(graph.num_nodes()), {}};
  const auto colour_of = [&](int v) {
    return graph.has_node_colours() ? graph.node_colours()[v] : 0;
  };
  std::ranges::stable_sort(problem.cells, {}, colour_of);
  for (std::size_t i = 0; i < problem.cells.size(); ++i) {
    const bool last = i + 1 == problem.cells.size() ||
                      colour_of(problem.cells[i]) != colour_of(problem.cells[i + 1]);
    problem.cell_ends.push_back(last ? 1 : 0);
  }
  const SearchResult found = run_nauty(SymmetryEngine::Traces, problem, {});
  Permutation position(found.canonical_order.size());
  for (std::size_t i = 0; i < position.size(); ++i) {
    position[found.canonical_order[i]] = static_cast<std::int32_t>(i);
  }
  return relabel(graph, position);
}

Graph without_edge_colours(const Graph& graph) {
  Colours colours;
  colours.nodes.assign(graph.node_colours().begin(), graph.node_colours().end());
  return make_graph(graph.num_nodes(), graph.edges(), colours);
}

/// What is wrong with the answers for these two labellings of one graph; empty if nothing.
std::string complaint(const Graph& graph, const Graph& copy, bool raw) {
  if (raw) {
    return raw_canonical_form(graph) == raw_canonical_form(copy) ? "" : "canonical forms differ";
  }
  const Symmetry first = compute_symmetry(graph, all_colours);
  const Symmetry second = compute_symmetry(copy, all_colours);
  if (first.canonical != second.canonical) return "canonical forms differ";
  if (first.order != second.order) return "orders differ";
  const std::string order = second_engine::run_bliss(graph).order;
  return first.order == order ? "" : "the order is " + first.order + ", bliss says " + order;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 4) {
    std::cerr << "usage: coloured_draws DRAWS [SEED [raw]]\n";
    return 2;
  }
  const std::int64_t draws = std::stoll(argv[1]);
  const std::uint64_t seed = argc > 2 ? std::stoull(argv[2]) : 0;
  const bool raw = argc > 3;
  const auto start = std::chrono::steady_clock::now();
  std::int64_t wrong = 0;
  std::int64_t by_traces = 0;
  for (std::int64_t i = 1; i <= draws; ++i) {
    // One stream for each draw, so that any of them can be drawn again.
    Random random(seed, static_cast<std::uint64_t>(i));
    Graph graph = random_coloured_graph(random);
    if (raw) graph = without_edge_colours(graph);
    const Graph copy = relabel(graph, random_permutation(graph.num_nodes(), random));
    if (choose_engine(graph.num_nodes(), graph.num_edges()) == SymmetryEngine::Traces) ++by_traces;
    if (const std::string text = complaint(graph, copy, raw); !text.empty()) {
      ++wrong;
      std::cout << "seed " << seed << " draw " << i << ": " << text << '\n';
    }
    if (i % 100'000 == 0 || i == draws) {
      const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
      std::cout << i << " draws, " << by_traces << " by Traces, " << wrong << " wrong, "
                << seconds.count() << " s" << std::endl;
    }
  }
  return wrong == 0 ? 0 : 1;
}
