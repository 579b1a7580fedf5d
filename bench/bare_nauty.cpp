#include "bench/bare_nauty.hpp"

#include <vector>

#include "isotypic/symmetry/symmetry.hpp"

#define _Thread_local thread_local  // NOLINT: nauty.h speaks C11, this file C++
#include <nausparse.h>
#include <nauty.h>
#include <traces.h>

namespace isotypic::bench {

struct BareNauty::Problem {
  int n = 0;
  bool dense = false;
  int words = 0;
  std::vector<setword> rows;
  std::vector<setword> canonical_rows;
  std::vector<std::size_t> starts;
  std::vector<int> degrees;
  std::vector<int> neighbours;
  sparsegraph canonical{};
  std::vector<int> lab, ptn, orbits;
};

BareNauty::BareNauty(const Graph& graph) : problem_(std::make_unique<Problem>()) {
  Problem& p = *problem_;
  p.n = static_cast<int>(graph.num_nodes());
  p.dense = choose_engine(graph.num_nodes(), graph.num_edges()) == SymmetryEngine::DenseNauty;
  p.words = SETWORDSNEEDED(p.n);
  p.lab.resize(p.n);
  p.ptn.resize(p.n);
  p.orbits.resize(p.n);
  if (p.dense) {
    p.rows.assign(static_cast<std::size_t>(p.words) * p.n, 0);
    p.canonical_rows = p.rows;
    for (const auto& [u, v] : graph.edges()) ADDONEEDGE(p.rows.data(), u, v, p.words);
    return;
  }
  for (int v = 0; v < p.n; ++v) {
    p.starts.push_back(p.neighbours.size());
    p.degrees.push_back(static_cast<int>(graph.degree(v)));
    p.neighbours.insert(p.neighbours.end(), graph.neighbours(v).begin(), graph.neighbours(v).end());
  }
  SG_INIT(p.canonical);
}

BareNauty::~BareNauty() {
  if (problem_ && !problem_->dense) SG_FREE(problem_->canonical);
}

BareNauty::BareNauty(BareNauty&&) noexcept = default;

void BareNauty::run() {
  Problem& p = *problem_;
  if (p.dense) {
    static DEFAULTOPTIONS_GRAPH(defaults);
    optionblk options = defaults;
    options.getcanon = TRUE;
    statsblk statistics;
    densenauty(p.rows.data(), p.lab.data(), p.ptn.data(), p.orbits.data(), &options, &statistics,
               p.words, p.n, p.canonical_rows.data());
    return;
  }
  static DEFAULTOPTIONS_TRACES(defaults);
  TracesOptions options = defaults;
  options.getcanon = TRUE;
  TracesStats statistics;
  sparsegraph graph{};
  graph.nde = p.neighbours.size();
  graph.nv = p.n;
  graph.v = p.starts.data();
  graph.d = p.degrees.data();
  graph.e = p.neighbours.data();
  graph.vlen = graph.dlen = p.n;
  graph.elen = p.neighbours.size();
  Traces(&graph, p.lab.data(), p.ptn.data(), p.orbits.data(), &options, &statistics, &p.canonical);
}

}  // namespace isotypic::bench
